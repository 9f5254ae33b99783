#!/bin/sh
# Makes .venv, the project's own virtual environment, and installs a list of requirements in it:
#     sh scripts/venv.sh requirements.txt
# Does nothing when the list is the one installed last. PYTHON names the Python to use.
set -eu
requirements=$1
installed=.venv/installed-$requirements

stop() {
    echo "bayeslab: $1" >&2
    exit 1
}

suits() { # a command that starts a Python new enough (a version manager's stub may start nothing)
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() { # the newest that the tests are run with, else whatever python3 is
    for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3 python}; do
        if suits "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    stop "no Python 3.11 or later was found${PYTHON:+ under the name $PYTHON}; install one, or name it, as in: make run PYTHON=/path/to/python3.12"
}

make_venv() {
    "$1" -m venv --clear .venv >/dev/null 2>&1
}

install_venv_module() { # Debian and Ubuntu ship Python without it
    package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if ! command -v apt-get >/dev/null; then
        stop "$1 cannot make virtual environments; install its venv and ensurepip modules, or name another Python, as in: make run PYTHON=/path/to/python3.12"
    elif [ "$(id -u)" != 0 ]; then
        stop "$1 cannot make virtual environments; install its venv module with: sudo apt-get install $package"
    fi
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null ||
        stop "$package could not be installed; install it with: apt-get install $package"
}

# A half-made or broken environment has no working pip; it is made anew.
if ! suits .venv/bin/python || ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    python=$(find_python)
    echo "Making .venv with $("$python" --version)"
    if ! make_venv "$python"; then
        install_venv_module "$python"
        make_venv "$python" || stop "$python cannot make a virtual environment in $PWD/.venv"
    fi
fi

# pip alone takes several times as long. uv does not read pip's settings, such as another index: where it
# fails, pip is asked.
install() {
    sed -n '/^uv==/,/[^\\]$/p' requirements-dev.txt | pip_install /dev/stdin &&
        .venv/bin/python -m uv pip install --quiet --require-hashes -r "$1" 2>/dev/null ||
        pip_install "$1"
}

pip_install() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile -r "$1"
}

if ! cmp -s "$requirements" "$installed"; then
    echo "Installing $requirements into .venv (this happens once)"
    install "$requirements"
    # Neither compiles the packages on all cores without their own tests. Some of their files are templates.
    .venv/bin/python -m compileall -qq -j 0 -x '/tests?/' .venv/lib || :
    cp "$requirements" "$installed"
fi
