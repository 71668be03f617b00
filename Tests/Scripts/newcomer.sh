#!/bin/sh
# Goes through the page "Getting started" and the front of the README as a newcomer does, in a minimal Debian that has Swift
# and nothing else for development: types each command as it stands, and says what must come of it.
#
# Needs root, debootstrap, a commit of what is to be tried, and half an hour. MODELGEN_SHOWN names further folders that are
# shown inside, such as a mirror of packages that git's configuration names.
set -eu
cd "$(dirname "$0")/../.."

if ! command -v debootstrap >/dev/null; then
    echo 'newcomer: install debootstrap' >&2
    exit 1
fi
system=$PWD/.build-newcomer/debian
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
. /etc/os-release

[ -x "$system/usr/bin/apt-get" ] || debootstrap --variant=minbase "$VERSION_CODENAME" "$system" >/dev/null
shown="$toolchain ${MODELGEN_SHOWN:-}"
leave() {
    for folder in $shown /proc /dev; do
        if mountpoint -q "$system$folder"; then umount "$system$folder"; fi
    done
}
trap leave EXIT
# So that nothing of this system is left below a folder that somebody will remove.
trap 'exit 1' HUP INT TERM
leave
for folder in $shown /dev; do
    mkdir -p "$system$folder"
    mount --bind "$folder" "$system$folder"
done
mount -t proc proc "$system/proc"
for file in /etc/resolv.conf /etc/gitconfig /etc/ssl/certs/ca-certificates.crt; do
    if [ -e "$file" ]; then
        mkdir -p "$system$(dirname "$file")"
        cp -L "$file" "$system$file"
    fi
done
inside() {
    chroot "$system" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH="$toolchain/usr/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$@"
}

# What Swift itself asks for, git, and make: no header of a library.
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 binutils git libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 \
    libsqlite3-0 libstdc++-12-dev libuuid1 libxml2 make tzdata unzip >/dev/null

rm -rf "$system/root/project"
mkdir -p "$system/root/project/App"
git clone -q . "$system/root/project/modelgen"
inside sh /root/project/modelgen/Tests/Scripts/newcomer-walk.sh
