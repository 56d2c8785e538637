/** The Booking Engine applications of a new connection. A sixth application is rejected with the reason (service.md §2.2). */
import { Group, Stack, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { AppError } from '../../../../shared/app-error.ts';
import { MAX_APPLICATIONS } from '../../../../shared/input/max-input.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { WhatIsThis } from '../../../actions/help/what-is-this.tsx';
import { useAudience } from '../../../ipc/current.ts';
import { WORDS } from '../../../text/words.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconPlus, IconTrash } from '../../../ui/icons.ts';
import styles from '../connections.module.css';
import { BookingOptionField, ClientIdField, SecretField } from '../form/fields.tsx';
import { emptyApplication, type NewConnectionValues } from './new-connection-values.ts';

interface Props {
  form: UseFormReturnType<NewConnectionValues>;
  propsOf: (path: string) => GetInputPropsReturnType;
}

export function ApplicationsFields({ form, propsOf }: Props) {
  const [limitReached, setLimitReached] = useState(false);
  const words = WORDS[useAudience()];
  const { applications } = form.values;
  const add = () => {
    if (applications.length >= MAX_APPLICATIONS) return setLimitReached(true);
    form.insertListItem('applications', emptyApplication(crypto.randomUUID()));
  };
  return (
    <section className={styles.section} aria-labelledby="new-applications">
      <Group gap={4}>
        <h3 id="new-applications">{words.form.applications}</h3>
        <WhatIsThis part="booking-channel" about={words.form.applications} leadsOn={false} />
      </Group>
      <Text size="sm" c="dimmed">
        {words.form.applicationsAbout(MAX_APPLICATIONS)}
      </Text>
      {applications.map((application, index) => (
        <fieldset key={application.key} className={styles.application}>
          <legend>{application.label.trim() || words.form.nthApplication(index + 1)}</legend>
          <Stack gap="sm">
            <div className={styles.pair}>
              <TextInput
                label="Label"
                placeholder="Website"
                description={words.form.applicationLabelAbout}
                {...propsOf(`applications.${index}.label`)}
              />
              <BookingOptionField {...propsOf(`applications.${index}.bookingOption`)} />
            </div>
            <div className={styles.pair}>
              <ClientIdField
                description="The public part of the client credentials."
                {...propsOf(`applications.${index}.clientId`)}
              />
              <SecretField {...propsOf(`applications.${index}.clientSecret`)} />
            </div>
            <Group>
              <IconButton
                Icon={IconTrash}
                size="compact-sm"
                variant="subtle"
                color="gray"
                onClick={() => {
                  form.removeListItem('applications', index);
                  setLimitReached(false);
                }}
              >
                Remove {application.label.trim() || words.form.nthApplication(index + 1).toLowerCase()}
              </IconButton>
            </Group>
          </Stack>
        </fieldset>
      ))}
      {limitReached ? (
        <ErrorNotice error={new AppError('applicationLimit', { limit: MAX_APPLICATIONS })} compact />
      ) : null}
      <Group>
        <IconButton Icon={IconPlus} size="xs" onClick={add}>
          {words.addApplication}
        </IconButton>
      </Group>
    </section>
  );
}
