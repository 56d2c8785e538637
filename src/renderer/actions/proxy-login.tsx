/** A form with the name and password for a proxy that asks for them. */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NetworkState } from '../../shared/model/network.ts';
import { keyOf, useAct } from '../ipc/client.ts';
import { ErrorNotice } from './error-notice.tsx';

export function ProxyLogin({ proxy, onDone }: { proxy: string; onDone?: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useAct('network', 'signIn', {
    quiet: true,
    onSuccess(state: NetworkState) {
      client.setQueryData(keyOf('network', 'state', null), state);
      setPassword('');
      onDone?.();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name !== '' && password !== '') signIn.mutate({ proxy, name, password });
  };
  return (
    <form aria-label="Sign in to the proxy" onSubmit={submit} style={{ maxWidth: 420 }}>
      <Stack gap="sm" my="sm">
        <TextInput
          label="Name"
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" loading={signIn.isPending} style={{ alignSelf: 'flex-start' }}>
          Sign in
        </Button>
        {signIn.error ? <ErrorNotice error={signIn.error} compact /> : null}
      </Stack>
    </form>
  );
}
