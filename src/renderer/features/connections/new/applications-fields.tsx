/** The Booking Engine applications of a new connection. A sixth is rejected with the reason (spec.md, Authentication 5). */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_APPLICATIONS } from '../../../../shared/account.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import styles from '../connections.module.css';
import { BookingOptionField, ClientIdField, SecretField } from '../form/fields.tsx';
import { emptyApplication, type NewConnectionValues } from './new-connection-values.ts';

export function ApplicationsFields({
  form,
  propsOf,
}: {
  form: UseFormReturnType<NewConnectionValues>;
  propsOf: (path: string) => GetInputPropsReturnType;
}) {
  const [limitReached, setLimitReached] = useState(false);
  const { applications } = form.values;
  const add = () => {
    if (applications.length >= MAX_APPLICATIONS) return setLimitReached(true);
    form.insertListItem('applications', emptyApplication(crypto.randomUUID()));
  };
  return (
    <section className={styles.section} aria-labelledby="new-applications">
      <h3 id="new-applications">Booking Engine applications</h3>
      <Text size="sm" c="dimmed">
        Each application has its own credentials; an account has at most {MAX_APPLICATIONS}.
      </Text>
      {applications.map((application, index) => (
        <fieldset key={application.key} className={styles.application}>
          <legend>{application.label.trim() || `Application ${index + 1}`}</legend>
          <Stack gap="sm">
            <div className={styles.pair}>
              <TextInput
                label="Label"
                placeholder="Website"
                description="Your own name for the application."
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
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={15} aria-hidden />}
                onClick={() => {
                  form.removeListItem('applications', index);
                  setLimitReached(false);
                }}
              >
                Remove {application.label.trim() || `application ${index + 1}`}
              </Button>
            </Group>
          </Stack>
        </fieldset>
      ))}
      {limitReached ? (
        <ErrorNotice error={new AppError('applicationLimit', { limit: MAX_APPLICATIONS })} compact />
      ) : null}
      <Group>
        <Button variant="default" size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
          Add application
        </Button>
      </Group>
    </section>
  );
}
