#!/bin/sh
# Runs after the .deb or .rpm package is removed: deletes what its installation made. On an upgrade rpm runs it after the new version's
# installation, with 1 or more (the number of installed versions), and dpkg before it, with "upgrade": both keep everything.
case "$1" in
  0 | remove | purge) ;;
  *) exit 0 ;;
esac

rm -f /usr/bin/latchkey

profile=/etc/apparmor.d/latchkey
if [ -f "$profile" ]; then
  if apparmor_status --enabled > /dev/null 2>&1; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
