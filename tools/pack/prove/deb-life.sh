#!/bin/sh
# Installs, upgrades, removes and purges the package $1 in an overlay of this system ($2: an empty folder), and says what is left after each.
# Needs root, in a mount namespace of its own: unshare --mount.
set -eu
mount -t tmpfs none "$2"
mkdir "$2/upper" "$2/work" "$2/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$2/upper,workdir=$2/work" "$2/root"
cp "$1" "$2/root/package.deb"
tell() {
  printf '%s:' "$1"
  for path in /usr/bin/latchkey /opt/Latchkey/latchkey /usr/share/applications/latchkey.desktop; do
    if chroot "$2/root" test -e "$path"; then printf ' %s' "$path"; fi
  done
  echo
}
deb() { chroot "$2/root" dpkg --force-depends "$1" "$3" > "$2/log" 2>&1 || { cat "$2/log"; exit 1; }; }
deb --install "$2" package.deb && tell installed "$2"
deb --install "$2" package.deb && tell upgraded "$2"
deb --remove "$2" latchkey && tell removed "$2"
deb --purge "$2" latchkey && tell purged "$2"
