"""Toney's engine and JSON API in one process, without the front ends; run with a checkout's Python.

It is what a run needs of `toney serve`: no Node, no build, and versions side by side.
"""

from __future__ import annotations

import asyncio
import os

import uvicorn

from coaching.cli import database
from coaching.serving import data_folder, logs
from coaching.settings import Settings
from toney_app.api import api
from toney_app.engine import running


async def _serve() -> None:
    os.environ.update(data_folder.prepare(Settings()).as_environment())
    settings = Settings()
    database.prepare(settings, print)
    logs.configure(settings)
    config = uvicorn.Config(api, port=settings.port, lifespan="off", log_config=None)
    async with running():
        await uvicorn.Server(config).serve()


if __name__ == "__main__":
    os.umask(0o077)
    asyncio.run(_serve())
