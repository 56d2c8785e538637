/** The tab for the rate limits and the token rules of each API. Changes apply at once. */
import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Connection } from '../../../../shared/model/connection.ts';
import { ask } from '../../../ipc/client.ts';
import { setsOf } from './limit-form.ts';
import { LimitsCard } from './limits-card.tsx';
import { TokenRulesCard } from './token-rules-card.tsx';

export function LimitsTab({ connection }: { connection: Connection }) {
  const presets = useSuspenseQuery(ask('connections', 'presets', null)).data;
  const preset = presets.find((candidate) => candidate.id === connection.presetId);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw="76ch">
        Requests wait so that no window is exceeded. If the server reports a stricter limit, that limit applies. A
        change applies from the next request; requests already sent stay counted.
      </Text>
      {(['booking', 'openApi'] as const).map((api) => (
        <LimitsCard key={`${connection.id} ${api}`} connection={connection} api={api} sets={setsOf(preset, api)} />
      ))}
      <Text size="sm" c="dimmed" maw="76ch">
        The app requests no token that the quota does not allow. What the token endpoint reports takes precedence.
      </Text>
      {(['booking', 'openApi'] as const).map((api) => (
        <TokenRulesCard
          key={`${connection.id} ${api}`}
          connection={connection}
          api={api}
          sets={preset?.tokens[api] ?? []}
        />
      ))}
    </Stack>
  );
}
