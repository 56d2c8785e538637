#!/bin/bash
# Runs after the .deb or .rpm package is installed: electron-builder's script (templates/linux/after-install.tpl), but /usr/bin/latchkey is the command
# that asks the running app, and opens it without arguments. electron-builder reads this file as a template, so no variable of the shell has braces.

command=/opt/Latchkey/resources/bin/latchkey
if [ ! -x "$command" ]; then
  command=/opt/Latchkey/latchkey
fi
ln -sfn "$command" /usr/bin/latchkey

# The SUID sandbox is only for systems without user namespaces.
if ! { [[ -L /proc/self/ns/user ]] && unshare --user true; }; then
  chmod 4755 /opt/Latchkey/chrome-sandbox || true
else
  chmod 0755 /opt/Latchkey/chrome-sandbox || true
fi

if hash update-mime-database 2> /dev/null; then
  update-mime-database /usr/share/mime || true
fi
if hash update-desktop-database 2> /dev/null; then
  update-desktop-database /usr/share/applications || true
fi

# Ubuntu 24 and later let an application have user namespaces only by a profile. An older AppArmor cannot read it, and needs none.
if apparmor_status --enabled > /dev/null 2>&1; then
  source=/opt/Latchkey/resources/apparmor-profile
  profile=/etc/apparmor.d/latchkey
  if apparmor_parser --skip-kernel-load --debug "$source" > /dev/null 2>&1; then
    cp -f "$source" "$profile"
    # In a chroot nothing can be loaded.
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; } && hash apparmor_parser 2> /dev/null; then
      apparmor_parser --replace --write-cache --skip-read-cache "$profile"
    fi
  else
    echo "Skipping the AppArmor profile: this version of AppArmor does not support it"
  fi
fi
