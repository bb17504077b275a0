"""Errors when building or serving Toney; each message says what to do in one line."""

from __future__ import annotations


class ServingError(Exception):
    """Base of them."""


class PortTaken(ServingError):
    """Another program listens there."""


class NodeMissing(ServingError):
    """The Node that the front ends are built with is not installed."""


class BuildFailed(ServingError):
    """The front end could not be built; the message ends with what the tools said."""


class BuildChanged(ServingError):
    """The framework writes its build differently from what we rely on."""


class WrongFolder(ServingError):
    """The command was not started in the project's folder."""


class NoDataFolder(ServingError):
    """The data folder can't be made or written."""


class MigrationDue(ServingError):
    """The database is from an older version and must be migrated explicitly."""


class InProduction(ServingError):
    """A command for developers would touch a server that people use."""


class NotYet(ServingError):
    """A setting asks for something that this version does not do."""


class AlreadyRunning(ServingError):
    """Another engine works on this data folder."""
