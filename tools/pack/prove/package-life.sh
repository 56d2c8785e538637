#!/bin/sh
# Installs the package $2, upgrades it to $3, and removes it, in an overlay of this system ($4: an empty folder); a .deb ($1: deb) is purged, too. Says
# what is left after each step. Needs root, in a mount namespace of its own: unshare --mount.
set -eu
kind=$1 overlay=$4
mount -t tmpfs none "$overlay"
mkdir "$overlay/upper" "$overlay/work" "$overlay/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$overlay/upper,workdir=$overlay/work" "$overlay/root"
cp "$2" "$overlay/root/first.package"
cp "$3" "$overlay/root/second.package"
step() {
  said=$1
  shift
  chroot "$overlay/root" "$@" > "$overlay/log" 2>&1 || { cat "$overlay/log"; exit 1; }
  printf '%s:' "$said"
  for path in /usr/bin/latchkey /opt/Latchkey /opt/Latchkey/latchkey /usr/share/applications/latchkey.desktop; do
    if chroot "$overlay/root" test -e "$path"; then
      printf ' %s' "$path"
      if chroot "$overlay/root" test -L "$path"; then printf '=%s' "$(chroot "$overlay/root" readlink "$path")"; fi
    fi
  done
  echo
}
if [ "$kind" = deb ]; then
  step installed dpkg --force-depends --install first.package
  step upgraded dpkg --force-depends --install second.package
  step removed dpkg --remove latchkey
  step purged dpkg --purge latchkey
else
  # On Debian rpm asks for a confirmation.
  if grep -qs '^ID=debian\|^ID_LIKE=.*debian' /etc/os-release; then debian=--force-debian; else debian=; fi
  step installed rpm --install --nodeps $debian first.package
  step upgraded rpm --upgrade --nodeps $debian second.package
  step removed rpm --erase --nodeps $debian latchkey
fi
