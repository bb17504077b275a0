#!/bin/sh
# Pins all dependencies with hashes and without any address. `make locks` calls it, with the uv of .venv; UV=/path/to/uv takes another.
set -eu
cd "$(dirname "$0")/.."
compile() {
  "${UV:-.venv/bin/uv}" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
    --no-emit-index-url --no-emit-find-links "$@"
}
compile pyproject.toml requirements/build.in -o requirements/run.txt
compile --extra encrypted pyproject.toml requirements/build.in -o requirements/encrypted.txt
compile --extra dev pyproject.toml requirements/build.in -o requirements/dev.txt
compile requirements/uv.in -o requirements/uv.txt
