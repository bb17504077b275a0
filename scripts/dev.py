"""`make dev`: both apps with hot reload, on the ports of `make run`, over the same data folder.

`make dev ONLY=admin` starts one of them. The framework restarts a server when a file changes, but
not when that is data. Texts, exercises and word lists are data that a server reads once, so
`restart_on_data` makes it restart.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import watchfiles

from coaching.cli import database, engine, first_admin
from coaching.serving import data_folder, frontend_lock
from coaching.serving.apps import FACE_NAMES, Face, FaceName, face
from coaching.serving.node import node_folder, registry
from coaching.serving.port_binding import listen
from coaching.settings import read_settings

ROOT = Path(__file__).parents[1]
# The page comes from the app's own port, its backend listens beside it.
BACKEND_OFFSET = 5000
DATA = (".json", ".jsonl", ".toml")
# The framework watches this folder too; it looks at names, and ignores those of data.
RESTART = ROOT / ".toney-build" / "restart" / "data.changed"


def main() -> int:
    parser = argparse.ArgumentParser(description="Both apps, or one, with hot reload.")
    parser.add_argument("--only", choices=FACE_NAMES, help="start one of the two apps")
    only: FaceName | None = parser.parse_args().only
    settings = read_settings()
    faces = [face(settings, name) for name in ((only,) if only else FACE_NAMES)]
    for this in faces:
        listen(this).close()
    if only != "admin":
        engine.require_none(settings)
    secrets = data_folder.prepare(settings)
    database.prepare(settings, print)
    if password := first_admin.ensure(settings):
        print(f"password of the admin `admin`, shown this once: {password}")
    RESTART.parent.mkdir(parents=True, exist_ok=True)
    running = [start(this, secrets.as_environment()) for this in faces]
    Thread(target=restart_on_data, args=(ROOT / "coaching",), daemon=True).start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        return max(process.wait() for process in running)
    except KeyboardInterrupt:
        return 0
    finally:
        for process in running:
            end(process)


def restart_on_data(folder: Path, *, restart: Path = RESTART, end: Event | None = None) -> None:
    """Touch the file that restarts the servers whenever a data file in the folder changes."""
    for _ in watchfiles.watch(folder, watch_filter=is_data, stop_event=end):
        restart.touch()


def is_data(_: object, path: str) -> bool:
    """Return True for a file that the framework doesn't watch itself."""
    return path.endswith(DATA)


def start(this: Face, secrets: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start one app in a group of its own: the framework leaves its Node behind on Ctrl-C."""
    frontend_lock.lay_out(this.package, ROOT)
    node = node_folder(ROOT)
    backend = this.port + BACKEND_OFFSET
    environment = {
        **os.environ,
        **secrets,
        "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}",
        "NPM_CONFIG_REGISTRY": registry(node, ROOT),
        "REFLEX_USE_NPM": "1",
        "REFLEX_HOT_RELOAD_INCLUDE_PATHS": str(RESTART.parent),
        "REFLEX_DIR": str(ROOT / ".toney-build" / "reflex"),
        "REFLEX_FRONTEND_PORT": str(this.port),
        "REFLEX_BACKEND_PORT": str(backend),
        "REFLEX_API_URL": f"http://localhost:{backend}",
        "TONEY_APP": this.package,
        "TONEY_DEV_HOST": this.host,
        **_both_addresses(this, backend),
    }
    command = [sys.executable, "-m", "reflex", "run", "--backend-host", this.host]
    return subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)


def _both_addresses(this: Face, backend: int) -> dict[str, str]:
    """Allow the page's port and the backend's; the framework sets PORT to the page's itself."""
    if this.name == "toney":
        return {"PUBLIC_URL": f"http://localhost:{backend}"}
    return {"ADMIN_URL": this.url, "ADMIN_PORT": str(backend)}


def end(process: subprocess.Popen[bytes]) -> None:
    """End an app with everything that it started."""
    for number, seconds in ((signal.SIGTERM, 4), (signal.SIGKILL, 4)):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)


if __name__ == "__main__":
    sys.exit(main())
