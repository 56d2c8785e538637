#!/bin/sh
# Runs after the .deb or .rpm package is removed: deletes what its installation made. On an upgrade rpm runs it after the new version's
# installation, with 1 or more (the number of installed versions), and dpkg before it, with "upgrade": both keep everything.
case "$1" in
  0 | remove | purge) ;;
  *) exit 0 ;;
esac

if type update-alternatives > /dev/null 2>&1; then
  update-alternatives --remove latchkey /opt/Latchkey/latchkey
else
  rm -f /usr/bin/latchkey
fi

profile=/etc/apparmor.d/latchkey
if [ -f "$profile" ]; then
  if apparmor_status --enabled > /dev/null 2>&1; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
