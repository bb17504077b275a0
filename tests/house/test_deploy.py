"""The files in `deploy/` name settings, ports and paths that exist, and nobody is root."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from typing import TYPE_CHECKING

import pytest

from coaching.settings import Settings
from scripts.lint.source import ROOT
from tests.support.polling import wait_until
from tests.support.served import answers

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.journey  # it asks the shell and systemd

DEPLOY = ROOT / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
UNIT = (DEPLOY / "toney.service").read_text("utf-8")
SETTINGS = {name.upper() for name in Settings.model_fields}
IMAGE = "toney-test"
NOT_OURS = {"PYTHONDONTWRITEBYTECODE", "HOME"}


def test_every_setting_that_is_named_exists() -> None:
    anchor = COMPOSE.partition("&settings\n")[2].partition("  volumes:")[0]
    named = set(re.findall(r"^    ([A-Z_]+):", anchor, re.MULTILINE))
    named |= set(re.findall(r"\b([A-Z][A-Z_]+)=", DOCKERFILE.partition("\nENV ")[2].split("\n")[0]))
    named |= set(
        re.findall(r"\b([A-Z][A-Z_]+)=", UNIT.partition("\nEnvironment=")[2].split("\n")[0])
    )
    assert len(named) > 10
    assert named - NOT_OURS <= SETTINGS


def test_ports_and_paths_agree() -> None:
    port, admin = (Settings.model_fields[name].default for name in ("port", "admin_port"))
    caddy = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert f"EXPOSE {port} {admin}" in DOCKERFILE
    assert f"127.0.0.1:{port}/health" in DOCKERFILE
    assert re.findall(r"reverse_proxy toney:(\d+)", caddy) == [str(port), str(admin)]
    assert "TRUSTED_PROXIES: 172.31.77.2" in COMPOSE
    assert "ipv4_address: 172.31.77.2" in COMPOSE
    for mounted in re.findall(r"- (\.\.?/[^:]+):/", COMPOSE):
        assert (DEPLOY / mounted).exists(), mounted
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    for kept in (line[1:] for line in ignored if line.startswith("!")):
        assert (ROOT / kept).exists(), kept


def test_logins_and_roles_are_those_of_the_database() -> None:
    roles = (ROOT / "alembic" / "roles.sql").read_text("utf-8")
    known = set(re.findall(r"CREATE ROLE (\w+) LOGIN", roles))
    assert set(re.findall(r"postgresql://(\w+):", COMPOSE)) == known
    init = (DEPLOY / "postgres-init.sh").read_text("utf-8")
    assert set(re.findall(r"ALTER ROLE (\w+)", init)) == known | {"postgres"}


def test_each_login_of_the_database_has_a_password_of_its_own_from_the_script() -> None:
    """Whoever learns the app's password is not the owner of the tables, nor the superuser."""
    logins = dict(re.findall(r"postgresql://(\w+):\$\{(\w+)\b", COMPOSE))
    logins |= dict(re.findall(r"(POSTGRES_PASSWORD): \$\{(\w+)\b", COMPOSE))
    assert len(set(logins.values())) == len(logins) == 5
    init = (DEPLOY / "postgres-init.sh").read_text("utf-8")
    given = dict(re.findall(r'-v (\w+)="\$(\w+)"', init))
    for role, variable in re.findall(r"ALTER ROLE (\w+) PASSWORD :'(\w+)'", init):
        name = "POSTGRES_PASSWORD" if role == "postgres" else logins[role]
        assert given[variable] == name, role
    assert len(given) == len(logins)

    made = dict(line.split("=") for line in told("sh", "deploy/secrets.sh").splitlines())
    assert set(made) == {*logins.values(), "TONEY_SECRET_KEY"}
    assert len(set(made.values())) == len(made)
    assert all(re.fullmatch(r"[0-9a-f]{64}", secret) for secret in made.values())
    asked = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    assert asked - set(made) == {"TONEY_DOMAIN", "TONEY_ADMIN_DOMAIN"}


def test_the_image_can_encrypt_and_keeps_the_key_out_of_the_data() -> None:
    installed = re.findall(r"setup\.sh (\w+)", DOCKERFILE)
    assert installed == ["encrypted"]
    [package] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]["encrypted"]
    run, whole, dev = (
        pins((ROOT / "requirements" / f"{kind}.txt").read_text("utf-8"))
        for kind in ("run", "encrypted", "dev")
    )
    assert whole - run == {pin for pin in dev if pin.startswith(f"{package} ")}
    assert run < whole
    runbook = (ROOT / "docs" / "runbook.md").read_text("utf-8")
    volumes = re.findall(r"-v (\S+):(\S+) -v (\S+):(\S+) -e (\w+)=(\S+?)\"", runbook)
    [(_, data, _, keys, setting, file)] = volumes
    assert f"VOLUME {data}\n" in DOCKERFILE
    assert setting in SETTINGS
    assert file.startswith(f"{keys}/")
    assert f"-v /srv/toney-keys:{keys} -e {setting}={file}" in DOCKERFILE
    # Without the host's folder there is no place for a key: none is made that a container loses.
    assert f"mkdir -m 700 {data} " in DOCKERFILE
    assert f"-o {re.findall('--uid ([0-9]+)', DOCKERFILE)[0]} /srv/toney-keys" in runbook


def pins(requirements: str) -> set[str]:
    """Return the packages with their hashes."""
    return set(re.findall(r"^[\w.\[\]-]+==[^#]*", requirements, re.MULTILINE))


def test_every_port_is_of_ipv4_so_that_addresses_of_visitors_are_their_own() -> None:
    """Docker's proxy for IPv6 gives all of them a private address, which may see the admin app."""
    ports = re.findall(r'^ +- "(\S+:\d+)"$', COMPOSE, re.MULTILINE)
    assert ports
    assert all(port.startswith("0.0.0.0:") for port in ports)


def test_nobody_is_root() -> None:
    assert DOCKERFILE.rindex("\nUSER toney") < DOCKERFILE.index("\nCMD ")
    assert "\nUser=toney\n" in UNIT
    assert {"NoNewPrivileges=yes", "ProtectSystem=strict"} <= set(UNIT.splitlines())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "toney.service"
    unit.write_text(UNIT.replace("/opt/toney/.venv/bin/toney serve", "/bin/true"), "utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    ours = [line for line in said.stderr.splitlines() if "toney.service" in line]
    assert ours == []


def test_docker_compose_takes_the_file() -> None:
    if not runs("docker", "compose", "version"):
        pytest.skip("docker compose is not here")
    given = dict.fromkeys(re.findall(r"\$\{(\w+):\?", COMPOSE), "given")
    said = subprocess.run(
        ["docker", "compose", "--file", str(DEPLOY / "compose.yaml"), "config", "--quiet"],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr


def test_the_image_is_built_and_answers() -> None:
    if not runs("docker", "info"):
        pytest.skip("no docker engine runs here")
    for base in set(re.findall(r"^FROM ([\w./-]+:[\w.-]+)", DOCKERFILE, re.MULTILINE)):
        if not runs("docker", "pull", "--quiet", base):
            pytest.skip(f"{base} can't be had here")
    told("docker", "build", "--file", "deploy/Dockerfile", "--tag", IMAGE, ".")
    container = told("docker", "run", "--detach", "--rm", "--publish", "127.0.0.1::3000", IMAGE)
    try:
        address = told("docker", "port", container, "3000").splitlines()[0]
        wait_until(lambda: answers(f"http://{address}/health"), seconds=120)
    finally:
        told("docker", "stop", container)


def told(*command: str) -> str:
    """Return what a command prints; it has to succeed."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def runs(program: str, *arguments: str) -> bool:
    """Return True if a program is here and succeeds."""
    if shutil.which(program) is None:
        return False
    return subprocess.run([program, *arguments], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("name", ["postgres-init.sh", "secrets.sh"])
def test_a_script_is_valid_shell(name: str) -> None:
    subprocess.run(["sh", "-n", str(DEPLOY / name)], check=True)
