/** The tab for the rate limits and the token rules of each API. Changes apply at once. */
import { Card, Radio, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { LimitSet } from '../../../../shared/model/operation.ts';
import type { Api } from '../../../../shared/model/primitives.ts';
import type { LimitChoice } from '../../../../shared/model/rates.ts';
import { API_NAMES } from '../../../../shared/text/api-names.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAct, useAnswer } from '../../../ipc/client.ts';
import { rulesText } from '../../../text/rate-text.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import styles from '../connections.module.css';
import { CustomLimits } from './custom-limits.tsx';
import { chosenSet, rowOf, rulesOfChoice, setsOf } from './limit-form.ts';
import { TokenRulesCard } from './token-rules-card.tsx';

export function LimitsTab({ connection }: { connection: Connection }) {
  const presets = useAnswer('connections', 'presets', null);
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

const CUSTOM = 'custom';

/** The rate limits of one API: a set of the preset with its provenance, or custom rules. */
function LimitsCard({ connection, api, sets }: { connection: Connection; api: Api; sets: readonly LimitSet[] }) {
  const update = useAct('connections', 'update', { quiet: true });
  const choice = connection.limits[api];
  const savedValue = choice.kind === 'custom' ? CUSTOM : (chosenSet(choice, sets)?.id ?? '');
  const [chosenValue, setChosenValue] = useState<string | null>(null);
  // Typed rows stay while the person selects another set.
  const [rows, setRows] = useState(() => rulesOfChoice(choice, sets).map((rule) => rowOf(rule)));
  const save = (limits: LimitChoice) =>
    update.mutate({ id: connection.id, limits: { [api]: limits } }, { onSuccess: () => setChosenValue(null) });
  const choose = (value: string) => {
    update.reset();
    setChosenValue(value);
    if (value !== CUSTOM) save({ kind: 'preset', setId: value === sets[0]?.id ? null : value });
  };
  const selected = chosenValue ?? savedValue;
  const titleId = `limits-${api}`;
  return (
    <Card component="section" padding="md" bg="var(--lk-surface)" aria-labelledby={titleId}>
      <Title order={3} id={titleId} mb="xs">
        {API_NAMES[api]}
      </Title>
      <Radio.Group aria-labelledby={titleId} value={selected} onChange={choose}>
        <Stack gap="sm">
          {sets.map((set) => (
            <div key={set.id} className={styles.limitSet}>
              <Radio value={set.id} label={`${set.title}: ${rulesText(set.rules)}`} description={set.remark} />
              <ProvenanceBadge provenance={set.provenance} />
            </div>
          ))}
          <div className={styles.limitSet}>
            <Radio value={CUSTOM} label="Custom rules" description={customText(choice)} />
            <ProvenanceBadge provenance="yours" />
          </div>
        </Stack>
      </Radio.Group>
      {selected === CUSTOM ? (
        <CustomLimits
          rows={rows}
          onChange={(change) => {
            update.reset();
            setRows(change);
          }}
          sets={sets}
          saved={choice.kind === 'custom' ? choice.rules : null}
          pending={update.isPending}
          onSave={(rules) => save({ kind: 'custom', rules })}
        />
      ) : null}
      {update.error ? (
        <div className={styles.limitError}>
          <ErrorNotice error={update.error} compact />
        </div>
      ) : null}
      {sets.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          No limits are known for this service.
        </Text>
      ) : null}
    </Card>
  );
}

const customText = (choice: LimitChoice): string =>
  choice.kind === 'custom'
    ? `In use: ${rulesText(choice.rules)}.`
    : 'Any set of windows, for example to leave room for other clients.';
