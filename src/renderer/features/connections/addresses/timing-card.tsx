/** The renewal margin, the reserve, and the assumed reset of the quota (service.md §3.10, §3.8). */
import { Card, Group, Radio, Slider, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Connection, IssuanceReserve, type QuotaReset } from '../../../../shared/model/connection.ts';
import type { Provenance } from '../../../../shared/model/primitives.ts';
import { useAct } from '../../../ipc/client.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import { StoredChoice, useStoredChoice } from '../../../ui/stored-choice.tsx';

const RESETS: { value: QuotaReset; label: string; text: string; provenance: Provenance; remark: string }[] = [
  {
    value: 'rolling',
    label: 'Rolling 24 hours',
    text: 'A slot regenerates 24 hours after it was used.',
    provenance: 'spec',
    remark: 'The specification says “until the used slot regenerates”.',
  },
  {
    value: 'utcMidnight',
    label: 'At 00:00 UTC',
    text: 'All slots regenerate at midnight UTC.',
    provenance: 'observed',
    remark: 'Public client code assumes it.',
  },
];

const RESERVES: { value: string; label: string }[] = [
  { value: '0', label: 'None' },
  { value: '1', label: '1 slot' },
  { value: '2', label: '2 slots' },
  { value: '3', label: '3 slots' },
];

export function TimingCard({ connection }: { connection: Connection }) {
  const update = useAct('connections', 'update');
  const [margin, setMargin] = useState(connection.renewalMarginMinutes);
  const [reset, chooseReset] = useStoredChoice(connection.quotaReset, (quotaReset) =>
    update.mutateAsync({ id: connection.id, quotaReset }),
  );
  return (
    <Card padding="md" bg="var(--lk-surface)">
      <Stack gap="lg">
        <div>
          <Title order={3} id="margin-title">
            Renewal margin
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            A token is renewed{' '}
            <Text span fw={600} c="var(--mantine-color-text)" className="lk-num" inherit>
              {margin} minutes
            </Text>{' '}
            before it expires, when a request needs it.
          </Text>
          <Slider
            min={5}
            max={60}
            step={5}
            value={margin}
            onChange={setMargin}
            onChangeEnd={(minutes) => update.mutate({ id: connection.id, renewalMarginMinutes: minutes })}
            marks={[5, 30, 60].map((value) => ({ value, label: `${value} min` }))}
            label={(value) => `${value} min`}
            thumbLabel="Renewal margin"
            thumbValueText={(minutes) => `${minutes} minutes`}
            mb="lg"
            maw={460}
          />
        </div>
        <div>
          <Title order={3} id="reserve-title">
            Reserve for emergencies
          </Title>
          <Text size="sm" c="dimmed" mb="xs" id="reserve-text">
            The app requests no token automatically while only this many slots are left. You can still request one on
            the token page.
          </Text>
          <StoredChoice
            aria-labelledby="reserve-title"
            aria-describedby="reserve-text"
            data={RESERVES}
            value={String(connection.issuanceReserve)}
            onChoose={(slots) =>
              update.mutateAsync({ id: connection.id, issuanceReserve: IssuanceReserve.parse(Number(slots)) })
            }
          />
        </div>
        <Radio.Group
          label="Token quota window"
          description="An assumption for countdowns. Server-reported values take precedence."
          value={reset}
          onChange={(value) => chooseReset(value === 'utcMidnight' ? 'utcMidnight' : 'rolling')}
        >
          <Stack gap="xs" mt="xs">
            {RESETS.map(({ value, label, text, provenance, remark }) => (
              <Group key={value} gap="sm" align="flex-start">
                <Radio value={value} label={label} description={text} />
                <ProvenanceBadge provenance={provenance} remark={remark} />
              </Group>
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </Card>
  );
}
