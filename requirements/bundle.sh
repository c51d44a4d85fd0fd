#!/bin/sh
# Make dist/bastide-VERSION-bundle.zip: the wheels for the usual systems and a start script.
# Whoever unpacks it needs Python 3.11 to 3.13 and no internet.
set -eu
python="${VENV:-.venv}/bin/python"
pip="$python -m pip --disable-pip-version-check --no-input"
version=$($python -c 'from importlib.metadata import version; print(version("bastide"))')
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
    $pip download -q --no-deps --only-binary :all: --require-hashes -r "$work/all.txt" \
        -d "$wheels" --implementation cp --python-version "$python_version" $platforms
}

for python_version in ${BUNDLE_PYTHONS:-3.11 3.12 3.13}; do
    fetch "$python_version" manylinux_2_34_x86_64 manylinux_2_28_x86_64 manylinux_2_17_x86_64 manylinux2014_x86_64
    fetch "$python_version" manylinux_2_34_aarch64 manylinux_2_28_aarch64 manylinux_2_17_aarch64 manylinux2014_aarch64
    fetch "$python_version" macosx_11_0_arm64 macosx_12_0_arm64 macosx_10_13_universal2
    fetch "$python_version" win_amd64
done
$pip wheel -q --no-deps --no-build-isolation -w "$wheels" .

cat > "$work/$name/start.py" <<'END'
"""Set bastide up beside this file, once, from the wheels here, and start it."""

import subprocess
import sys
import venv
from pathlib import Path

here = Path(__file__).resolve().parent
folder = here / f"environment-{sys.version_info.major}.{sys.version_info.minor}"
python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
ready = folder / "ready"

if sys.version_info < (3, 11):
    sys.exit("bastide needs Python 3.11 or newer.")
if not ready.exists():
    print("Setting up, once...", file=sys.stderr)
    venv.create(folder, clear=True, with_pip=True)
    install = [python, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-index"]
    subprocess.run([*install, "--find-links", here / "wheels", "bastide"], check=True)
    ready.touch()
sys.exit(subprocess.run([python, "-m", "bastide", *sys.argv[1:]]).returncode)
END
cat > "$work/$name/README.txt" <<'END'
bastide without internet: python3 start.py (on Windows: py start.py).
The first start sets up a folder beside this file; nothing else on the machine is changed.
END

(cd "$work" && "$OLDPWD/$python" -m zipfile -c "$OLDPWD/dist/$name.zip" "$name")
echo "dist/$name.zip, $(du -h "dist/$name.zip" | cut -f1)"
