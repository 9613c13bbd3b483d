#!/usr/bin/env bash
# Installs Roll Call as a service on Raspberry Pi OS (64 bit, Bookworm or Trixie) or Debian; updates it; removes it.
#
#   sudo hardware/install.sh                    from this checkout; run it again as often as you like
#   sudo hardware/install.sh update [FOLDER]    to the version in FOLDER (this checkout); goes back where it fails
#   sudo hardware/install.sh uninstall          the matches stay in /var/lib/rollcall
#
#   --venv FOLDER   use a Python environment that is there: no package is fetched
#   --no-apt        install no system packages
#
# It touches no DNS, no Wi-Fi, no host name and no boot order. ROLLCALL_ROOT: another root than /.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
root=${ROLLCALL_ROOT:-}
home=$root/opt/rollcall
data=$root/var/lib/rollcall
unit=$root/etc/systemd/system/rollcall.service
announced=$root/etc/avahi/services/rollcall.service
may_switch_off=$root/etc/polkit-1/rules.d/50-rollcall.rules
keep=3                     # releases that stay, so that one can go back
come_s=${ROLLCALL_COME_S:-40}     # seconds in which a new release must serve its first page; fewer: a slow board is not believed
watch_s=${ROLLCALL_WATCH_S:-60}   # seconds that it must stay up then
port=${ROLLCALL_PORT:-8420}
venv=
apt=yes

say() { echo "install: $*"; }
stop() { echo "install: $*" >&2; exit 2; }

# The system

check_system() {
    [ "$(getconf LONG_BIT)" = 64 ] || stop "this system has 32 bits, and the nets have no form for that. Install the 64-bit system."
    command -v python3 >/dev/null || stop "there is no python3. Install it: apt install python3."
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || stop "this Python is older than 3.11. Use Debian 12, Raspberry Pi OS Bookworm, or later."
    [ "$(id -u)" = 0 ] || [ -n "$root" ] || stop "this needs the rights of root: sudo $0"
}

install_packages() {
    [ "$apt" = yes ] || return 0
    command -v apt-get >/dev/null || { say "no apt here: install Python's venv and avahi yourself"; return 0; }
    local wanted=(python3-venv avahi-daemon) missing=() name
    # First: a system that is fresh from its image knows of no package yet, and would be given no camera.
    DEBIAN_FRONTEND=noninteractive apt-get update -qq || say "apt cannot be reached: what it knows already has to do"
    for name in python3-picamera2 python3-libcamera python3-gpiozero python3-lgpio; do
        apt-cache show "$name" >/dev/null 2>&1 && wanted+=("$name")
    done
    for name in "${wanted[@]}"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    [ "${#missing[@]}" = 0 ] && return 0
    say "installing ${missing[*]}"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

make_user() {
    [ -z "$root" ] || return 0
    id rollcall >/dev/null 2>&1 || useradd --system --home-dir /var/lib/rollcall --shell /usr/sbin/nologin rollcall
    local group
    for group in video render gpio i2c; do
        if getent group "$group" >/dev/null; then usermod -aG "$group" rollcall; fi
    done
    install -d -o rollcall -g rollcall -m 750 "$data"
}

# A release: a folder of its own, whole before it is used

number_of() { (cd "$1" && find rollcall pyproject.toml hardware vision engine webui models -type f \
    ! -path '*/__pycache__/*' ! -path '*/.venv/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-12); }

build() {   # FOLDER: the release that holds this version, built if it is not there; its path in $release
    local from=$1 part
    release=$home/releases/$(number_of "$from")
    [ -e "$release/.whole" ] && return 0
    part=$release.part
    rm -rf "$part" "$release"
    mkdir -p "$part"
    (cd "$from" && tar --exclude=__pycache__ --exclude=.venv -cf - rollcall pyproject.toml README.md LICENSE hardware vision engine webui models) | tar -xf - -C "$part"
    mv "$part" "$release"   # before its environment: that knows the folder by its name
    if [ -n "$venv" ]; then ln -s "$venv" "$release/.venv"; else (cd "$release" && python3 rollcall --help >/dev/null); fi
    touch "$release/.whole"
}

python_of() { echo "$1/.venv/bin/python"; }

run_in() { (cd "$1" && PYTHONPATH="$1" "$(python_of "$1")" -P -m webui "${@:2}"); }

check_release() {   # it starts, its nets are those of their card, and it reads a picture
    run_in "$1" --help >/dev/null || return 1
    (cd "$1" && PYTHONPATH="$1" "$(python_of "$1")" -P - <<'PYTHON') || return 1
import sys
from itertools import islice
from hardware.demo import Demo
from vision.reading.reader import Reader
from webui.config import MODELS
from webui.terminal.sight import nets
with Demo() as demo, demo.film() as film:
    picture = next(islice(film.frames(), 110, None)).image
sys.exit(len(Reader.open(MODELS).read(picture)) < 5 or not nets(MODELS).ok)
PYTHON
}

point_to() {   # the link moves in one step, or not at all
    ln -sfn "$1" "$home/current.new"
    mv -T "$home/current.new" "$home/current"
}

now() { readlink "$home/current" 2>/dev/null || true; }

drop_old() {
    local old
    find "$home/releases" -maxdepth 1 -name '*.part' -exec rm -rf {} +
    ls -1dt "$home"/releases/*/ 2>/dev/null | sed 's:/$::' | tail -n +$((keep + 1)) | while read -r old; do
        [ "$old" = "$(now)" ] || rm -rf "$old"
    done
}

# The service

has_systemd() { command -v systemctl >/dev/null && { [ -d "$root/run/systemd/system" ]; }; }

put() {   # SOURCE TARGET: in one step, and only where it differs
    cmp -s "$1" "$2" || { mkdir -p "$(dirname "$2")" && install -m 644 "$1" "$2.new" && mv "$2.new" "$2"; }
}

put_service() {
    put "$1/hardware/rollcall.service" "$unit" || return 1
    put "$1/hardware/avahi.service" "$announced" || return 1
    put "$1/hardware/power.rules" "$may_switch_off" || return 1
    has_systemd || { say "no systemd runs here: start it yourself"; return 0; }
    systemctl daemon-reload || return 1
    systemctl enable -q rollcall || return 1
    systemctl restart rollcall   # ends when the pages are served, or with an error: the unit notifies
}

is_well() {   # the pages answer, from the release that is to run: a page, too, for people play by those
    "$(python_of "$(now)")" - "$port" <<'PYTHON'
import sys, urllib.request
for page in ("health", "", "history"):
    with urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/{page}", timeout=10) as answer:
        if answer.status != 200:
            sys.exit(1)
PYTHON
}

restarts() { systemctl show --property NRestarts --value rollcall 2>/dev/null || true; }

watch_health() {   # it must come up soon, and then stay up for as long as it is watched
    local begun=$SECONDS came= again
    has_systemd || return 0
    while true; do
        if is_well 2>/dev/null; then
            came=${came:-$SECONDS}
            [ $((SECONDS - came)) -lt "$watch_s" ] || return 0
        else
            again=$(restarts)
            [ -z "$came" ] && [ $((SECONDS - begun)) -lt "$come_s" ] && [ "${again:-0}" -lt 2 ] || return 1
        fi
        sleep 1
    done
}

save_matches() {
    [ -e "$data/rollcall.sqlite3" ] || return 0
    "$(python_of "$1")" - "$data/rollcall.sqlite3" "$data/before-update.sqlite3" <<'PYTHON'
import os, sqlite3, sys
source, target = sqlite3.connect(sys.argv[1]), sqlite3.connect(f"{sys.argv[2]}.part")
source.backup(target)
target.close()
os.replace(f"{sys.argv[2]}.part", sys.argv[2])
PYTHON
}

knows_matches() {   # RELEASE: whether it knows the form that the matches have now
    [ -e "$data/rollcall.sqlite3" ] || return 0
    (cd "$1" && PYTHONPATH="$1" "$(python_of "$1")" -P - "$data/rollcall.sqlite3" <<'PYTHON')
import sqlite3, sys
from alembic.script import ScriptDirectory
from webui.storage.migrate import STEPS
known = {step.revision for step in ScriptDirectory(str(STEPS)).walk_revisions()}
form = sqlite3.connect(sys.argv[1]).execute("SELECT version_num FROM alembic_version").fetchone()
sys.exit(form is not None and form[0] not in known)
PYTHON
}

give_to_user() { [ -n "$root" ] || chown rollcall:rollcall "$data"/*.sqlite3*; }

go_back() {   # RELEASE: it runs again; where the update has changed the matches to a form of its own, with the copy
    has_systemd && systemctl stop rollcall
    point_to "$1"
    if [ -e "$data/before-update.sqlite3" ] && ! knows_matches "$1"; then
        for end in -wal -shm ""; do
            [ ! -e "$data/rollcall.sqlite3$end" ] || mv "$data/rollcall.sqlite3$end" "$data/of-the-update.sqlite3$end"
        done
        cp "$data/before-update.sqlite3" "$data/rollcall.sqlite3.part"
        mv "$data/rollcall.sqlite3.part" "$data/rollcall.sqlite3"
    fi
    give_to_user
    put_service "$1" || say "the version before did not come up at once; systemd goes on trying"
}

tell() { mkdir -p "$data"; printf '%s\n' "$*" > "$data/update.txt"; }

# What one asks for

do_install() {
    check_system
    install_packages
    make_user
    build "$here"
    check_release "$release" || stop "this version does not read its own photo here, so nothing was changed. Look above."
    point_to "$release"
    put_service "$release"
    drop_old
    say_where
}

do_update() {
    local before
    check_system
    before=$(now)
    [ -n "$before" ] || stop "there is nothing to update yet: run $0 first."
    build "$1"
    [ "$release" != "$before" ] || { say "this version runs already"; return 0; }
    if ! check_release "$release"; then
        rm -rf "$release"
        tell "An update was tried and did not read its own photo. The version before goes on."
        stop "the new version does not work here. The one before goes on, and nothing was changed."
    fi
    save_matches "$release"
    point_to "$release"
    if ! { put_service "$release" && watch_health; }; then
        go_back "$before"
        rm -rf "$release"
        tell "An update was tried and did not stay up. The version before runs again; the matches are as they were."
        stop "the new version did not stay up. The one before runs again."
    fi
    rm -f "$data/update.txt"
    drop_old
    say "updated"
}

do_uninstall() {
    if has_systemd; then systemctl disable -q --now rollcall 2>/dev/null || true; fi
    rm -f "$unit" "$announced" "$may_switch_off"
    rm -rf "$home"
    if has_systemd; then systemctl daemon-reload; fi
    say "removed. The matches are still in $data; delete that folder to be rid of them, too."
}

say_where() {
    local number
    number=$(hostname -I 2>/dev/null | cut -d' ' -f1)
    say "the table: http://$(hostname).local:$port/ or http://${number:-127.0.0.1}:$port/"
    (cd "$release" && "$(python_of "$release")" -c "import segno, sys; segno.make(sys.argv[1], error='l').terminal(compact=True, border=2)" "http://${number:-127.0.0.1}:$port/") || true
}

verb=install
from=$here
while [ $# -gt 0 ]; do
    case $1 in
        install|uninstall) verb=$1 ;;
        update) verb=update; if [ -n "${2:-}" ] && [ "${2#--}" = "$2" ]; then from=$(cd "$2" && pwd); shift; fi ;;
        --venv) venv=$(cd "${2:?a folder}" && pwd); shift ;;
        --no-apt) apt=no ;;
        *) stop "$1 is no word that is known here. Say install, update [FOLDER] or uninstall." ;;
    esac
    shift
done
case $verb in
    install) do_install ;;
    update) do_update "$from" ;;
    uninstall) do_uninstall ;;
esac
