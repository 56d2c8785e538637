/** Radio buttons that choose the audience. */
import { Radio, Stack } from '@mantine/core';
import type { Audience } from '../../shared/model/app.ts';

const CHOICES: readonly { audience: Audience; label: string; description: string }[] = [
  {
    audience: 'managers',
    label: 'Property managers',
    description: 'Properties, free days, prices and bookings, in everyday words.',
  },
  {
    audience: 'support',
    label: 'Support',
    description: 'Also ids, raw records, what the service counts, and every request with its response.',
  },
];

export function AudienceChoice({ value, onChange }: { value: Audience; onChange: (audience: Audience) => void }) {
  return (
    <Radio.Group
      label="Audience"
      labelProps={{ className: 'lk-unseen' }}
      value={value}
      onChange={(chosen) => onChange(chosen === 'support' ? 'support' : 'managers')}
    >
      <Stack gap="sm">
        {CHOICES.map(({ audience, label, description }) => (
          <Radio key={audience} value={audience} label={label} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
