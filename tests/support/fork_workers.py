"""`--forks 2`: workers that are forked from the one process that has collected all tests.

Workers of pytest-xdist (`-n 2`) import and collect every test for themselves, sixteen seconds of a
core for each. A forked worker begins with what was collected. It is given the tests of one file
after the other, so they share what their module makes.

If a worker dies, the test that it ran has failed, and a new worker runs what it had left. For other
plugins a worker looks like one of pytest-xdist's. Only on Linux: elsewhere, some libraries can't be
used in a fork.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import tempfile
import threading
from collections import deque
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing.connection import wait
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from _pytest import threadexception, unraisableexception
from xdist.remote import serialize_warning_message
from xdist.workermanage import unserialize_warning_message

if TYPE_CHECKING:
    import warnings
    from collections.abc import Iterable
    from multiprocessing.process import BaseProcess

IS_POSSIBLE = sys.platform == "linux"
SECONDS_TO_END = 10
"""How long a worker may take to close what it has open, after the run was broken off."""


@dataclass
class Worker:
    """A process, the pipe to it, and the tests that it was given and hasn't ended."""

    process: BaseProcess
    tests: deque[int] = field(default_factory=deque[int])


def add_option(parser: pytest.Parser) -> None:
    """Add `--forks` to pytest's options."""
    help_ = "run in so many workers, forked after the tests were collected once (Linux)"
    parser.addoption("--forks", type=int, default=0, help=help_)


def begin(config: pytest.Config) -> None:
    """Fork the workers that the options ask for, once all tests are collected."""
    count: int = config.option.forks
    if count:
        config.option.inline_snapshot = "disable"  # as in pytest-xdist's workers
        config.pluginmanager.register(ForkedWorkers(config, count))


class ForkedWorkers:
    """The plugin of the process that collects: it hands out tests and passes on the reports."""

    def __init__(self, config: pytest.Config, count: int) -> None:
        self._config = config
        self._count = count
        self._forked = 0
        self._workers: dict[Any, Worker] = {}
        self._waiting: deque[list[int]] = deque()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run all tests in workers; where there is nothing to run, leave it to pytest."""
        if session.config.option.collectonly or session.testsfailed or not session.items:
            return None
        files = groupby(range(len(session.items)), lambda index: session.items[index].path)
        self._waiting.extend(list(indices) for _, indices in files)
        try:
            for _ in range(min(self._count, len(self._waiting))):
                self._fork(session)
            while self._workers:
                for pipe in wait(list(self._workers)):
                    self._listen(session, pipe)
                    _stop_if_told(session)
        finally:
            self._end()
        return True

    def _fork(self, session: pytest.Session) -> None:
        others = [thread.name for thread in threading.enumerate()[1:]]
        assert not others, f"a fork would miss these threads: {others}"
        fork = multiprocessing.get_context("fork")
        here, there = fork.Pipe()
        inherited = [here, *self._workers]
        name = f"gw{self._forked}"
        self._forked += 1
        self._config._tmp_path_factory.mktemp(name, numbered=False)  # pyrefly: ignore[missing-attribute]
        process = fork.Process(target=_work, args=(session, name, there, inherited), name=name)
        process.start()
        there.close()
        self._workers[here] = Worker(process)

    def _listen(self, session: pytest.Session, pipe: Any) -> None:
        worker = self._workers[pipe]
        try:
            kind, told = pipe.recv()
            if kind == "more":
                more = self._waiting.popleft() if self._waiting else []
                worker.tests.extend(more)
                pipe.send(more)
        except (EOFError, ConnectionError):
            self._replace(session, pipe)
            return
        if kind == "ended":
            worker.tests.popleft()
            self._report(told)
        elif kind == "warned":
            self._config.hook.pytest_warning_recorded.call_historic(
                kwargs={
                    "warning_message": unserialize_warning_message(told.pop("data")),
                    **told,
                }
            )
        elif kind == "finished":
            node = SimpleNamespace(config=self._config, workeroutput=told)
            self._config.hook.pytest_testnodedown(node=node, error=None)
            self._close(pipe)

    def _report(self, reports: Iterable[dict[str, Any]]) -> None:
        hook = self._config.hook
        report = None
        for data in reports:
            report = hook.pytest_report_from_serializable(config=self._config, data=data)
            hook.pytest_runtest_logreport(report=report)
        if report is not None:
            hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)

    def _replace(self, session: pytest.Session, pipe: Any) -> None:
        """Report the test in which a worker died, and let a new worker run what it had left."""
        worker = self._close(pipe)
        how = f"{worker.process.name} died (exit code {worker.process.exitcode})"
        if not worker.tests:
            raise RuntimeError(f"{how} after its last test")
        item = session.items[worker.tests.popleft()]
        path, line, domain = item.location
        report = pytest.TestReport(
            item.nodeid, (path, line, domain), {}, "failed", f"{how} in {item.nodeid}", "call"
        )
        self._config.hook.pytest_runtest_logreport(report=report)
        if worker.tests:
            self._waiting.appendleft(list(worker.tests))
        if self._waiting:
            self._fork(session)

    def _close(self, pipe: Any) -> Worker:
        worker = self._workers.pop(pipe)
        pipe.close()
        worker.process.join(SECONDS_TO_END)
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join()
        return worker

    def _end(self) -> None:
        """End the workers that are still there: the run was broken off."""
        for pipe in self._workers:
            pipe.close()  # each of them notices after its test
        for pipe in list(self._workers):
            self._close(pipe)


def _stop_if_told(session: pytest.Session) -> None:
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)


def _work(session: pytest.Session, name: str, pipe: Any, inherited: list[Any]) -> None:
    """Run the tests that the collecting process sends, until there are no more."""
    for end in inherited:  # a pipe ends when nobody else holds it
        end.close()
    config = session.config
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    _capture_alone(capture)
    teller = _become_worker(session, name, pipe)
    waiting: deque[pytest.Item] = deque()

    def ask() -> None:
        pipe.send(("more", None))
        waiting.extend(session.items[index] for index in pipe.recv())

    try:
        ask()
        while waiting:
            item = waiting.popleft()
            if not waiting:
                ask()
            following = waiting[0] if waiting else None
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            pipe.send(("ended", teller.take()))
        gc.collect()
        unraisableexception.collect_unraisable(config)
        threadexception.collect_thread_exception(config)
        config._syrupy.finish()  # pyrefly: ignore[missing-attribute]
        pipe.send(("finished", teller.output))
    except (KeyboardInterrupt, EOFError, ConnectionError):  # the run was broken off
        session._setupstate.teardown_exact(None)
    except BaseException:
        capture.suspend_global_capture()
        raise  # the process prints it


def _become_worker(session: pytest.Session, name: str, pipe: Any) -> _Teller:
    config: Any = session.config
    os.environ["PYTEST_XDIST_WORKER"] = name
    manager = config.pluginmanager
    manager.unregister(name="terminalreporter")
    config._tmp_path_factory._basetemp /= name
    teller = _Teller(config)
    manager.register(teller)  # which tells it the warnings of before
    teller.pipe = pipe
    return teller


def _capture_alone(capture: Any) -> None:
    """Catch what is printed in files of this worker: those of the fork are the other workers' too.

    The objects stay: what was imported may have kept `sys.stdout`. Between tests they are unused.
    """
    for stream in (capture._global_capturing.out, capture._global_capturing.err):
        if hasattr(stream, "targetfd"):
            with tempfile.TemporaryFile(buffering=0) as own:
                os.dup2(own.fileno(), stream.tmpfile.fileno())


class _Teller:
    """The plugin of a worker: it tells the collecting process what happens."""

    pipe: Any = None

    def __init__(self, config: Any) -> None:
        self._config = config
        self._reports: list[dict[str, Any]] = []
        self.output: dict[str, Any] = {}
        config.workeroutput = self.output

    def take(self) -> list[dict[str, Any]]:
        """Return the reports of the test that has just ended."""
        taken, self._reports = self._reports, []
        return taken

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a report until the test has ended."""
        hook = self._config.hook
        data = hook.pytest_report_to_serializable(config=self._config, report=report)
        self._reports.append(data)

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: Any
    ) -> None:
        """Pass a warning on."""
        if self.pipe is None:
            return
        data = serialize_warning_message(warning_message)
        told = {"data": data, "when": when, "nodeid": nodeid, "location": location}
        self.pipe.send(("warned", told))
