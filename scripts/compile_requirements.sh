#!/bin/sh
# Pins all dependencies with hashes and without any address. `uv` is needed only here: UV=/path/to/uv.
set -eu
cd "$(dirname "$0")/.."
compile() {
  "${UV:-uv}" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
    --no-emit-index-url --no-emit-find-links "$@"
}
compile pyproject.toml requirements/build.in -o requirements/run.txt
compile --extra encrypted pyproject.toml requirements/build.in -o requirements/encrypted.txt
compile --extra dev pyproject.toml requirements/build.in -o requirements/dev.txt
