/** Shows how secrets are stored on this machine, and lets a person choose to store them without protection. */
import { Alert, Switch, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Protection } from '../../../../shared/model/app.ts';
import { call, useAct, useAsk } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { WORDS } from '../../../text/words.ts';
import { IconShieldCheck, IconShieldX } from '../../../ui/icons.ts';
import { toneColours } from '../../../ui/tag.tsx';

const storageSentence = ({ level, stores }: Protection, words: (typeof WORDS)['support']['secrets']): string =>
  level === 'protected' ? words.isProtected : stores ? words.isStored : words.isInMemory;

export function ProtectionNotice() {
  const { secrets } = WORDS[useAudience()];
  const protection = useAsk('app', 'info', null).data?.protection;
  const storeUnprotected = useAsk('app', 'preferences', null).data?.storeUnprotected ?? false;
  const setPreferences = useAct('app', 'setPreferences');
  const level = protection?.level;
  useEffect(() => {
    // A person who sees the notice will enter a secret, and should know first how it is stored. The answer comes as an event.
    if (level === 'unknown') call('app', 'checkProtection', null).catch(() => {});
  }, [level]);
  if (!protection) return null;
  if (protection.level === 'unknown' || protection.level === 'checking')
    return (
      <Text size="sm" c="dimmed" role="status">
        {protection.detail}
      </Text>
    );
  if (protection.level === 'protected')
    return (
      <Text size="sm" c="dimmed" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <IconShieldCheck size={18} color={toneColours('good').strong} style={{ flex: 'none' }} aria-hidden />
        {storageSentence(protection, secrets)}
      </Text>
    );
  return (
    <Alert
      variant="light"
      className={protection.stores ? 'lk-alert-warn' : 'lk-alert-info'}
      icon={<IconShieldX size={18} aria-hidden />}
    >
      <Text size="sm" fw={600}>
        {storageSentence(protection, secrets)}
      </Text>
      <Text size="sm">{protection.detail}</Text>
      {protection.level === 'unprotected' || storeUnprotected ? (
        <Switch
          mt="sm"
          checked={storeUnprotected}
          disabled={setPreferences.isPending}
          label={secrets.storeAnyway}
          description="Anyone who can read your files could then read them."
          onChange={(event) => setPreferences.mutate({ storeUnprotected: event.currentTarget.checked })}
        />
      ) : null}
    </Alert>
  );
}
