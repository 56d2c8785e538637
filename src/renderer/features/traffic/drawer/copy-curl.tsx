/** Copies a recorded request as a command line, with every secret redacted. */
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { curlOf, isRefused, SHELLS, type Shell } from '../../../../shared/request/curl.ts';
import { useShell } from '../../../actions/use-shell.ts';
import { useAct } from '../../../ipc/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconChevronDown, IconCopy } from '../../../ui/icons.ts';
import styles from './drawer.module.css';

const SYSTEMS: Record<Shell, string> = { bash: 'Linux, macOS', powershell: 'Windows', cmd: 'Windows' };

export function CopyCurl({ exchange }: { exchange: Exchange }) {
  const [shell, setShell] = useShell();
  const [said, setSaid] = useState('');
  const copy = useAct('app', 'copyText');
  const copyFor = (wanted: Shell) => {
    setShell(wanted);
    const text = curlOf(exchange, wanted);
    if (isRefused(text)) return setSaid(text.replace(/^rem /, 'Not copied: '));
    copy.mutate(
      { text },
      {
        onSuccess: () =>
          setSaid(`Copied for ${SHELLS[wanted]}, without secrets. Its first lines list the variables to set.`),
      },
    );
  };
  return (
    <>
      <Button.Group>
        <IconButton size="compact-sm" Icon={IconCopy} onClick={() => copyFor(shell)}>
          Copy as cURL
        </IconButton>
        <Menu position="bottom-start" shadow="md" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button size="compact-sm" px={6} aria-label="Copy as cURL for another shell">
              <IconChevronDown size={14} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Secrets are redacted</Menu.Label>
            {Object.entries(SHELLS).map(([other, name]) => (
              <Menu.Item key={other} onClick={() => copyFor(other as Shell)}>
                For {name} ({SYSTEMS[other as Shell]})
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <span className={said ? styles.copied : 'lk-unseen'} role="status">
        {said}
      </span>
    </>
  );
}
