from __future__ import annotations

import gc
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import structlog
from pytest_socket import socket_allow_hosts

from coaching import bootstrap
from coaching.clock import FrozenClock
from coaching.llm import anthropic_llm
from coaching.llm.scripted import ScriptedLLM
from coaching.repositories.db import Db
from coaching.settings import Settings, read_settings
from tests.support import databases, fork_workers, kept_connections, postgres, warm
from tests.support.factories import MONDAY_MORNING
from tests.support.forked import forked, share_fork_server

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator

    from tests.support.databases import Database
    from tests.support.served import Served

# Without the colours and the frames' variables of the default, which take a second per traceback.
PLAIN_LOGS = (
    structlog.processors.add_log_level,
    structlog.processors.format_exc_info,
    structlog.processors.LogfmtRenderer(),
)
NO_POSTGRES = "no PostgreSQL: set TEST_POSTGRES_URL, or install its server binaries"
OBJECTS_PER_COLLECTION = 20_000
HOSTS = ["127.0.0.1", "::1", "localhost"]
ADDRESSES: dict[str, set[str]] = {}  # a name is looked up once, not before each test
SETTINGS = frozenset(name.upper() for name in Settings.model_fields)

TESTS = Path(__file__).parent
# All tests of these folders run on PostgreSQL too; elsewhere the marked ones (README.md).
ON_BOTH_DATABASES = tuple(
    TESTS / folder for folder in ("coaching/models", "coaching/repositories", "crash")
)

# Journeys that take longest begin, so that no worker is left with one of them at the end.
LONGEST = (
    "toney_app/page/test_looks.py",
    "coaching/evals/stories/test_stories_hold.py",
    "journeys/test_unbroken.py",
    "toney_app/page/test_page.py",
    "toney_app/page/test_thread.py",
    "journeys/test_stand_ins.py",
    "toney_app/page/test_accents.py",
    "coaching/cli/test_serve.py",
    "crash/test_kill.py",
    "coaching/evals/cost/test_figures.py",
)

warm.keep_warm()
kept_connections.keep_connections()
databases.wait_for_no_disk()
databases.wait_long_for_a_connection()


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Use all cores for the quick part as a whole; for a few tests workers cost more time."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    option, manager = config.option, config.pluginmanager
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    # Whoever counts lines has to know of the workers from the start: there `-n` is said by hand.
    is_free = option.numprocesses is None and not option.forks and not manager.hasplugin("_cov")
    if is_whole and is_free and "not journey" in option.markexpr:
        if fork_workers.IS_POSSIBLE:
            option.forks = os.cpu_count()
        else:
            option.numprocesses = "auto"
    fork_workers.begin(config)


def pytest_addoption(parser: pytest.Parser) -> None:
    help_ = "run every test that uses `database` on SQLite and on PostgreSQL"
    parser.addoption("--both-databases", action="store_true", help=help_)
    fork_workers.add_option(parser)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on PostgreSQL too if it is about the database, is marked or all tests shall."""
    if "database" in metafunc.fixturenames:
        twice = metafunc.config.getoption("both_databases") or _runs_twice(metafunc.definition)
        kinds = ["sqlite", "postgres"] if twice else ["sqlite"]
        metafunc.parametrize("database", kinds, indirect=True)


def _runs_twice(test: pytest.Item) -> bool:
    for mark in test.iter_markers():  # a test's own come before those of its module
        if mark.name in {"both_databases", "one_database"}:
            return mark.name == "both_databases"
    return any(test.path.is_relative_to(folder) for folder in ON_BOTH_DATABASES)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the files that open pages run one after the other: a worker needs one browser then."""
    pages = {item.path for item in items if _opens_a_page(item)}
    files = {path: place for place, path in enumerate(dict.fromkeys(item.path for item in items))}

    def place(item: pytest.Item) -> tuple[bool, int, int, bool, bool]:
        is_last = item.get_closest_marker("last") is not None
        return item.path in pages, _turn(item), files[item.path], is_last, _opens_a_page(item)

    items.sort(key=place)


def _opens_a_page(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


def _is_journey(item: pytest.Item) -> bool:
    return item.get_closest_marker("journey") is not None


def _turn(item: pytest.Item) -> int:
    """Return when a test runs: the longest journeys first, the others in their order."""
    name = str(item.path.relative_to(TESTS))
    return LONGEST.index(name) if name in LONGEST and _is_journey(item) else len(LONGEST)


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.forks:
        warm.prepare()
        if any(map(_is_journey, session.items)):
            share_fork_server()
    gc.freeze()
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_setup() -> None:
    socket_allow_hosts(HOSTS, allow_unix_socket=True, resolution_cache=ADDRESSES)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    missed = sum(NO_POSTGRES in str(report.longrepr) for report in skipped)
    if missed:
        terminalreporter.write_line(f"{missed} tests were not run: {NO_POSTGRES}", yellow=True)


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS.intersection(os.environ):
        monkeypatch.delenv(name)
    read_settings.cache_clear()  # a test is a process of its own


@pytest.fixture(autouse=True)
def _no_real_model(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    is_live = request.node.get_closest_marker("live") is not None
    monkeypatch.setattr(anthropic_llm, "ALLOW_REAL_SERVICE", is_live)


@pytest.fixture(autouse=True)
def _logs_as_before(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Whatever a test configures: loggers are made anew at each use and nothing of it stays."""
    configure = structlog.configure

    def without_cache(**to: Any) -> None:
        configure(**to | {"cache_logger_on_first_use": False})

    monkeypatch.setattr(structlog, "configure", without_cache)
    without_cache(processors=[*PLAIN_LOGS])
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    yield
    root.setLevel(level)
    root.handlers[:] = handlers
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def _nobody_watches_the_words_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "OFFLINE_PACE_SECONDS", 0.0)


@pytest.fixture
def loose_scripts() -> None:
    """Asked for by a test that leaves steps of a script unplayed on purpose."""


@pytest.fixture(autouse=True)
def _every_step_is_played(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Generator[None]:
    made: list[ScriptedLLM] = []
    begin = ScriptedLLM.__init__

    def remember(self: ScriptedLLM, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        made.append(self)

    monkeypatch.setattr(ScriptedLLM, "__init__", remember)
    yield
    if "loose_scripts" not in request.fixturenames:
        for llm in made:
            llm.check()


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(MONDAY_MORNING)


@pytest.fixture
def make_settings(tmp_path: Path) -> Callable[..., Settings]:
    def make(**changes: Any) -> Settings:
        values: dict[str, Any] = {
            "toney_data_dir": tmp_path / "data",
            "toney_secret_key": "a key for tests",
            **changes,
        }
        return Settings(_env_file=None, **values)

    return make


@pytest.fixture
def settings(make_settings: Callable[..., Settings]) -> Settings:
    return make_settings()


@pytest.fixture(scope="session")
def toney(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """Toney as it comes, for all journeys of a worker: each test is somebody new."""
    data = tmp_path_factory.mktemp("toney") / "data"
    limits = {"GUESTS_PER_ADDRESS_PER_DAY": "1000", "MESSAGES_PER_MINUTE": "1000"}
    with forked(data, **limits) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_server() -> Generator[postgres.Server]:
    with postgres.server() as found:
        if found is None:
            (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_POSTGRES)
        yield found


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return databases.sqlite_template(tmp_path_factory.mktemp("template"))


@pytest.fixture(scope="session")
def _migrated_postgres(postgres_server: postgres.Server) -> Generator[Database]:
    with (
        postgres_server.database("main") as name,
        kept_connections.kept(name),
        databases.postgres_database(postgres_server, name) as migrated,
    ):
        yield migrated


@pytest.fixture
def sqlite_database(sqlite_template: Path, tmp_path: Path) -> Generator[Database]:
    made = databases.sqlite_database(sqlite_template, tmp_path)
    yield made
    made.check_invariants()


@pytest.fixture
def postgres_database(_migrated_postgres: Database) -> Generator[Database]:
    databases.empty_postgres(_migrated_postgres)
    _migrated_postgres.expected_violations.clear()
    yield _migrated_postgres
    _migrated_postgres.check_invariants()


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Database:
    return request.getfixturevalue(f"{request.param}_database")


@pytest.fixture
async def db(database: Database) -> AsyncGenerator[Db]:
    opened = Db(database.url)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_db(sqlite_database: Database) -> AsyncGenerator[Db]:
    opened = Db(sqlite_database.url)
    yield opened
    await opened.close()
