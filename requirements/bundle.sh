#!/bin/sh
# Make dist/bastide-VERSION-bundle.zip: the wheels for the usual systems and a start script.
# Whoever unpacks it needs Python 3.11 to 3.13 and no internet. BUNDLE_PYTHONS and BUNDLE_SYSTEMS
# (linux-x86_64, linux-aarch64, macos, windows) name fewer of them, for a smaller file.
set -eu
python="$(cd "${VENV:-.venv}/bin" && pwd)/python"
here=$PWD
pip() { "$python" -m pip --disable-pip-version-check --no-input "$@"; }
version=$("$python" -c 'from importlib.metadata import version; print(version("bastide"))')
name="bastide-$version-bundle"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wheels="$work/$name/wheels"
mkdir -p "$wheels" dist

# pip would judge "only on Windows" by the machine it runs on: take every package everywhere.
sed 's/ ; .*\\$/ \\/' requirements/play.txt > "$work/all.txt"

fetch() { # a Python's version, then the names of the platform
    python_version=$1
    shift
    echo "Python $python_version, $1" >&2
    platforms=
    for platform in "$@"; do platforms="$platforms --platform $platform"; done
    # shellcheck disable=SC2086
    pip download -q --no-deps --only-binary :all: --require-hashes -r "$work/all.txt" \
        -d "$wheels" --implementation cp --python-version "$python_version" $platforms
}

platforms_of() {
    case $1 in
    linux-*) for libc in _2_34 _2_28 _2_17 2014; do printf '%s ' "manylinux${libc}_${1#linux-}"; done ;;
    macos) echo macosx_11_0_arm64 macosx_12_0_arm64 macosx_10_13_universal2 ;;
    windows) echo win_amd64 ;;
    *) echo "There is no system $1; there are linux-x86_64, linux-aarch64, macos, windows." >&2; exit 1 ;;
    esac
}

for python_version in ${BUNDLE_PYTHONS:-3.11 3.12 3.13}; do
    for system in ${BUNDLE_SYSTEMS:-linux-x86_64 linux-aarch64 macos windows}; do
        platforms=$(platforms_of "$system")
        # shellcheck disable=SC2086
        fetch "$python_version" $platforms
    done
done
pip wheel -q --no-deps --no-build-isolation -w "$wheels" .

cat > "$work/$name/start.py" <<'END'
"""Set bastide up beside this file, once, from the wheels here, and start it."""

import importlib.util
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
folder = here / f"environment-{sys.version_info.major}.{sys.version_info.minor}"
python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
ready = folder / "ready"

if sys.version_info < (3, 11):
    sys.exit("bastide needs Python 3.11 or newer.")
if not ready.exists():
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        sys.exit("This Python cannot make virtual environments; on Debian: apt install python3-venv")
    import venv

    print("Setting up, once...", file=sys.stderr)
    venv.create(folder, clear=True, with_pip=True)
    install = [python, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "-q"]
    found = ["--no-index", "--find-links", here / "wheels", "bastide"]
    if subprocess.run([*install, *found]).returncode:
        sys.exit("It could not be set up: this file brings wheels for Python VERSIONS.")
    ready.touch()
try:
    sys.exit(subprocess.run([python, "-m", "bastide", *sys.argv[1:]]).returncode)
except KeyboardInterrupt:  # which bastide was told as well
    sys.exit(130)
END
sed -i.bak "s/VERSIONS/$(echo "${BUNDLE_PYTHONS:-3.11 3.12 3.13}" | sed 's/ /, /g')/" "$work/$name/start.py"
rm "$work/$name/start.py.bak"
printf '%s\n' '#!/bin/sh' 'exec python3 "$(dirname "$0")/start.py" "$@"' > "$work/$name/start"
printf '%s\r\n' '@echo off' 'py "%~dp0start.py" %*' > "$work/$name/start.bat"
chmod +x "$work/$name/start"
cat > "$work/$name/README.txt" <<'END'
bastide without internet: sh start (on Windows: start.bat); what stands behind it goes to bastide,
as in: sh start play carcassonne --bots greedy
The first start sets up a folder beside this file; nothing else on the machine is changed.
END

(cd "$work" && "$python" -m zipfile -c "$here/dist/$name.zip" "$name")
echo "dist/$name.zip, $(du -h "dist/$name.zip" | cut -f1)"
