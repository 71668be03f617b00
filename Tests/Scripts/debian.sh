# A minimal Debian with nothing but what is put into it. Sourced by the scripts that try things there. Needs root and debootstrap.

if ! command -v debootstrap >/dev/null; then
    echo "$(basename "$0" .sh): install debootstrap" >&2
    exit 1
fi
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")

# What Swift itself asks for, and git: no header of a library.
swift_needs='binutils git libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 libsqlite3-0 libstdc++-12-dev libuuid1 libxml2
    tzdata unzip'

# Usage: enter FOLDER [SHOWN ...]
# Opens the system whose files are in a folder, and makes them where there are none. What is shown are folders of this machine.
# MODELGEN_SHOWN names further ones, such as a mirror of packages that git's configuration names.
enter() {
    system=$1
    shift
    shown="$* ${MODELGEN_SHOWN:-}"
    [ -x "$system/usr/bin/apt-get" ] ||
        debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$system" >/dev/null
    leave
    for folder in $shown /dev; do
        mkdir -p "$system$folder"
        mount --bind "$folder" "$system$folder"
    done
    # Swift reads a program's arguments from there.
    mount -t proc proc "$system/proc"
    for file in /etc/resolv.conf /etc/gitconfig /etc/ssl/certs/ca-certificates.crt; do
        if [ -e "$file" ]; then
            mkdir -p "$system$(dirname "$file")"
            cp -L "$file" "$system$file"
        fi
    done
}

# Closes it, so that nothing of this machine is left below a folder that somebody will remove.
leave() {
    [ -n "${system:-}" ] || return 0
    for folder in $shown /proc /dev; do
        if mountpoint -q "$system$folder"; then umount "$system$folder"; fi
    done
}
trap leave EXIT
trap 'exit 1' HUP INT TERM

# Runs a command in the system.
inside() {
    chroot "$system" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH="$toolchain/usr/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$@"
}

# Installs packages of Debian in the system.
install_inside() {
    inside apt-get update -qq
    inside apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >/dev/null
}
