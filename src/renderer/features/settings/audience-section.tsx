/** The audience that the screens are drawn for. */
import { Radio, Stack } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Audience } from '../../../shared/model/app.ts';
import { act, ask } from '../../ipc/client.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

export function AudienceSection() {
  const { audience } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const set = useMutation(act('app', 'setPreferences'));
  return (
    <SettingsSection title="Made for">
      <Radio.Group
        aria-label="Made for"
        value={audience}
        onChange={(value) => {
          const chosen = Audience.safeParse(value);
          if (chosen.success) set.mutate({ audience: chosen.data });
        }}
      >
        <Stack gap="sm">
          <Radio
            value="managers"
            label="Property managers"
            description="Properties, free days, prices and bookings, in everyday words."
            classNames={{ description: styles.reason ?? '' }}
          />
          <Radio
            value="support"
            label="Support"
            description="Also ids, raw records, what the service counts, and every request with its response."
            classNames={{ description: styles.reason ?? '' }}
          />
        </Stack>
      </Radio.Group>
    </SettingsSection>
  );
}
