#!/bin/sh
# Makes sure that the machine has the programs that a target of the Makefile needs:
#     sh scripts/system.sh test
# Installs what is missing where it may (root on Debian and Ubuntu, Homebrew); elsewhere it ends with the command to
# paste. A row below: the target that needs it first ("check" needs those of "test" too), the commands of which one has
# to be there, Debian's package, Homebrew's.
set -eu
target=$1
PATH=$PATH:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin # nginx is not on everyone's PATH

needs="
build|node,nodejs|nodejs|node
build|npm|npm|node
test|chromium-headless-shell,chromium,google-chrome,google-chrome-stable,chromium-browser|chromium-headless-shell fonts-dejavu-core|--cask google-chrome
test|redis-server,valkey-server|redis-server|redis
test|pdftoppm|poppler-utils|poppler
check|firefox-esr,firefox|firefox-esr|--cask firefox
check|nginx|nginx-light|nginx
check|soffice|libreoffice-impress|--cask libreoffice
check|systemd-analyze|systemd|
"

case $target in
build) targets=build ;;
test) targets="build test" ;;
check) targets="build test check" ;;
*) echo "bayeslab: there is no list of programs for $target; use build, test or check" >&2 && exit 2 ;;
esac

is_there() { # one of the commands, by commas
    for command in $(echo "$1" | tr , ' '); do
        command -v "$command" >/dev/null && return
        [ -d "/Applications/$(app "$command").app" ] && return
    done
    return 1
}

app() { # the name that a command has as an application of macOS
    case $1 in
    google-chrome) echo "Google Chrome" ;;
    firefox) echo Firefox ;;
    soffice) echo LibreOffice ;;
    *) echo "no application" ;;
    esac
}

missing= debian= brew=
is_mac=$(uname | grep -c Darwin || :)
IFS='
'
for row in $needs; do
    IFS='|' read -r first commands package formula <<END
$row
END
    case " $targets " in *" $first "*) ;; *) continue ;; esac
    [ -z "$formula" ] && [ "$is_mac" = 1 ] && continue
    IFS=' '
    if ! is_there "$commands"; then
        missing="$missing ${commands%%,*}"
        debian="$debian $package"
        brew="$brew
$formula"
    fi
    IFS='
'
done
[ -z "$missing" ] && exit 0
IFS=' '

install_debian="apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends$debian"
install_brew=$(echo "$brew" | sort -u | sed '/^$/d; s/^/brew install /' | paste -sd '&' - | sed 's/&/ \&\& /g')

stop() {
    echo "bayeslab: make $target needs$missing. $1" >&2
    exit 1
}

if command -v apt-get >/dev/null; then
    [ "$(id -u)" = 0 ] || stop "Install with: sudo sh -c '$install_debian'"
    echo "Installing$debian (this happens once)"
    sh -c "$install_debian >/dev/null" || stop "They could not be installed with: $install_debian"
elif command -v brew >/dev/null; then
    echo "Installing$missing (this happens once)"
    sh -c "$install_brew" || stop "They could not be installed with: $install_brew"
else
    stop "Install them with the package manager of your system."
fi
