"""Bind the ports before anything else starts; a port in use is reported in one line."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from coaching.serving.failures import PortTaken

if TYPE_CHECKING:
    from coaching.serving.apps import Face

_BACKLOG = 2048
_SETTING = {"toney": "PORT", "admin": "ADMIN_PORT"}


def listen(face: Face) -> socket.socket:
    """Bind the port of an app; early connections wait in the backlog. Raises PortTaken."""
    family = socket.AF_INET6 if ":" in face.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((face.host, face.port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise PortTaken(
            f"can't listen on {face.host}:{face.port} ({error.strerror}); "
            f"stop what listens there, or set {_SETTING[face.name]} to another port"
        ) from error
    return listener
