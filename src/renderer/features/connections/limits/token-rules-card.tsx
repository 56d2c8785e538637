/** The token rules of one API: a set of the preset with its provenance, or the person's own. */
import { Button, Card, Group, Radio, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { Api } from '../../../../shared/model/primitives.ts';
import { type TokenRuleChoice, type TokenRuleSet, TokenRules } from '../../../../shared/model/token-rules.ts';
import { API_NAMES } from '../../../../shared/text/api-names.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time/units.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAct } from '../../../ipc/client.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import styles from '../connections.module.css';

const CUSTOM = 'custom';

interface TokenRulesCardProps {
  connection: Connection;
  api: Api;
  sets: readonly TokenRuleSet[];
}

export function TokenRulesCard({ connection, api, sets }: TokenRulesCardProps) {
  const update = useAct('connections', 'update', { quiet: true });
  const choice = connection.tokenRules[api];
  const saved = choice.kind === 'custom' ? CUSTOM : (choice.setId ?? sets[0]?.id ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = chosen ?? saved;
  const save = (tokenRules: TokenRuleChoice) =>
    update.mutate({ id: connection.id, tokenRules: { [api]: tokenRules } }, { onSuccess: () => setChosen(null) });
  const choose = (value: string) => {
    update.reset();
    setChosen(value);
    if (value !== CUSTOM) save({ kind: 'preset', setId: value === sets[0]?.id ? null : value });
  };
  const titleId = `token-rules-${api}`;
  const known = choice.kind === 'custom' ? choice.rules : sets[0]?.rules;
  return (
    <Card component="section" padding="md" bg="var(--lk-surface)" aria-labelledby={titleId}>
      <Title order={3} id={titleId} mb="xs">
        Tokens of the {API_NAMES[api]}
      </Title>
      <Radio.Group aria-labelledby={titleId} value={selected} onChange={choose}>
        <Stack gap="sm">
          {sets.map((set) => (
            <div key={set.id} className={styles.limitSet}>
              <Radio value={set.id} label={titleOf(set)} description={set.remark} />
              <ProvenanceBadge provenance={set.provenance} />
            </div>
          ))}
          <div className={styles.limitSet}>
            <Radio
              value={CUSTOM}
              label="Own quota and lifetime"
              description={choice.kind === 'custom' ? `In use: ${rulesText(choice.rules)}.` : 'For another service.'}
            />
            <ProvenanceBadge provenance="yours" />
          </div>
        </Stack>
      </Radio.Group>
      {selected === CUSTOM ? (
        <OwnRules known={known} pending={update.isPending} onSave={(rules) => save({ kind: 'custom', rules })} />
      ) : null}
      {update.error ? <ErrorNotice error={update.error} compact /> : null}
    </Card>
  );
}

interface OwnRulesProps {
  known: TokenRules | undefined;
  pending: boolean;
  onSave: (rules: TokenRules) => void;
}

function OwnRules({ known, pending, onSave }: OwnRulesProps) {
  const [limit, setLimit] = useState(String(known?.limit ?? ''));
  const [hours, setHours] = useState(String((known?.lifetimeMs ?? DAY_MS) / HOUR_MS));
  const unit = known?.unit ?? 'issuances';
  const lifetimeMs = Math.round(Number(hours.replace(',', '.')) * HOUR_MS);
  const parsed = TokenRules.safeParse({ unit, limit: limit.trim() === '' ? null : Number(limit), lifetimeMs });
  const isWrong = (field: keyof TokenRules) => parsed.error?.issues.some(({ path }) => path[0] === field) ?? false;
  return (
    <Group align="start" gap="sm" mt="sm">
      <TextInput
        label={`${unit === 'renewals' ? 'Renewals' : 'Tokens'} in 24 hours (empty for no quota)`}
        value={limit}
        onChange={(event) => setLimit(event.currentTarget.value)}
        error={isWrong('limit') && 'Enter a whole number from 1 to 100,000, or nothing for no quota.'}
      />
      <TextInput
        label="Lifetime in hours"
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
        error={isWrong('lifetimeMs') && 'Enter hours from 0.02 (a minute) to 8,784 (a year).'}
      />
      <Button
        variant="filled"
        mt={25}
        disabled={!parsed.success}
        loading={pending}
        onClick={() => {
          if (parsed.success) onSave(parsed.data);
        }}
      >
        Save
      </Button>
    </Group>
  );
}

/** The title of a set with its rules: "Published quota: 3 renewals in 24 h, a token lives 24 h". A set without a quota has a title that says so. */
const titleOf = ({ title, rules }: TokenRuleSet): string =>
  rules.limit === null ? `${title}, ${lifeText(rules)}` : `${title}: ${rulesText(rules)}`;
const lifeText = ({ lifetimeMs }: TokenRules): string => `a token lives ${formatDuration(lifetimeMs)}`;
const rulesText = (rules: TokenRules): string =>
  `${rules.limit === null ? 'no quota' : `${rules.limit} ${rules.unit} in 24 h`}, ${lifeText(rules)}`;
