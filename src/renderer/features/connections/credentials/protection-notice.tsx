/** How secrets are stored on this machine, and the explicit choice to store them unprotected. */
import { Alert, Switch, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Protection } from '../../../../shared/model/app.ts';
import { act, ask } from '../../../ipc/client.ts';
import { toneColours } from '../../../ui/tone.ts';

function storageSentence({ level, stores }: Protection): string {
  if (level === 'protected')
    return 'Secrets and tokens are stored encrypted, protected by the key store of this machine.';
  if (stores) return 'Secrets and tokens are stored on this machine without protection, as you chose.';
  return 'This machine offers no protection, so secrets and tokens stay in memory and are gone when you quit.';
}

export function ProtectionNotice() {
  const protection = useQuery(ask('app', 'info', null)).data?.protection;
  const storeUnprotected = useQuery(ask('app', 'preferences', null)).data?.storeUnprotected ?? false;
  const setPreferences = useMutation(act('app', 'setPreferences'));
  if (!protection) return null;
  if (protection.level === 'protected')
    return (
      <Text size="sm" c="dimmed" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <IconShieldCheck size={18} color={toneColours('good').strong} style={{ flex: 'none' }} aria-hidden />
        {storageSentence(protection)}
      </Text>
    );
  return (
    <Alert
      variant="light"
      className={protection.stores ? 'lk-alert-warn' : 'lk-alert-info'}
      icon={<IconShieldX size={18} aria-hidden />}
    >
      <Text size="sm" fw={600}>
        {storageSentence(protection)}
      </Text>
      <Text size="sm">{protection.detail}</Text>
      {protection.level === 'unprotected' || storeUnprotected ? (
        <Switch
          mt="sm"
          checked={storeUnprotected}
          disabled={setPreferences.isPending}
          label="Store secrets and tokens on this machine anyway"
          description="Anyone who can read your files could then read them."
          onChange={(event) => setPreferences.mutate({ storeUnprotected: event.currentTarget.checked })}
        />
      ) : null}
    </Alert>
  );
}
