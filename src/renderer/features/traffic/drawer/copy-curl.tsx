/** Copies a request as a command line, with every secret redacted. */
import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { curlOf, type Shell } from '../../../../shared/curl.ts';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { act } from '../../../ipc/client.ts';
import { IconChevronDown, IconCopy } from '../../../ui/icons.ts';
import styles from './drawer.module.css';

const SHELLS: Record<Shell, string> = { bash: 'bash', powershell: 'PowerShell' };

export function CopyCurl({ exchange }: { exchange: Exchange }) {
  const [copied, setCopied] = useState<Shell | null>(null);
  const copy = useMutation(act('app', 'copyText'));
  const copyAs = (shell: Shell) =>
    copy.mutate(
      { text: curlOf(exchange, shell) },
      {
        onSuccess: () => setCopied(shell),
      },
    );
  return (
    <>
      <Button.Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copyAs('bash')}
        >
          Copy as cURL
        </Button>
        <Menu position="bottom-start" shadow="md" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button size="compact-sm" variant="default" px={6} aria-label="Copy as cURL for another shell">
              <IconChevronDown size={14} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Secrets are redacted</Menu.Label>
            <Menu.Item onClick={() => copyAs('bash')}>For bash (Linux, macOS)</Menu.Item>
            <Menu.Item onClick={() => copyAs('powershell')}>For PowerShell (Windows)</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <span className={copied ? styles.copied : 'lk-unseen'} role="status">
        {copied ? `Copied for ${SHELLS[copied]}, without secrets. Its first lines list the variables to set.` : ''}
      </span>
    </>
  );
}
