"""Picks the app by TONEY_APP; ports are given per command, never here (ADR 0003)."""

import importlib
import os

import reflex as rx
from reflex_base import constants

from coaching.serving.apps import face_of
from coaching.serving.frontend_lock import WORKING
from coaching.settings import read_settings

APP = os.environ.get("TONEY_APP", "toney_app")
os.environ.setdefault("REFLEX_WEB_WORKDIR", f".web-{APP}")
os.environ.setdefault("REFLEX_STATES_WORKDIR", f".states-{APP}")
# A copy per app: the framework rewrites what it finds there (a test looks that it is used).
constants.Bun.ROOT_LOCKFILE_DIR = f"{WORKING}/{APP}"
if dev_host := os.environ.get("TONEY_DEV_HOST"):
    # The framework's own command lets the development server listen on every interface.
    setattr(constants.PackageJson.Commands, "DEV", f"react-router dev --host {dev_host}")  # noqa: B010 - a Literal

config = rx.Config(
    app_name=APP,
    telemetry_enabled=False,
    show_built_with_reflex=False,
    state_manager_mode=constants.StateManagerMode.MEMORY,
    cors_allowed_origins=face_of(read_settings(), APP).origins,
    frontend_compression_formats=["brotli", "gzip"],
    plugins=list(importlib.import_module(f"{APP}.build").PLUGINS),
    disable_plugins=[rx.plugins.SitemapPlugin],
)
