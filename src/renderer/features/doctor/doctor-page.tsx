/** Doctor: the last 401 or 403 of each operation, with its possible causes and their evidence. */
import { Stack } from '@mantine/core';
import { IconShieldCheck, IconStethoscope } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Connection } from '../../../shared/model/connection.ts';
import { ask } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './doctor.module.css';
import { DoctorTabs } from './doctor-tabs.tsx';
import { RefusalCard } from './refusal-card.tsx';

export function DoctorPage() {
  const connection = useConnection();
  const { exchangeId } = useSearch({ from: '/doctor' });
  const refusals = useSuspenseQuery(ask('doctor', 'refusals', { connectionId: connection.id })).data;
  const found = exchangeId === undefined || refusals.some((refusal) => refusal.exchangeId === exchangeId);
  const open = refusals.filter((refusal) => !refusal.settled).length;
  return (
    <>
      <PageHeader
        title="Doctor"
        description="The last 401 or 403 of each operation, and the known causes that fit it."
      />
      <DoctorTabs />
      <p className={styles.promise}>
        <IconShieldCheck size={17} aria-hidden />
        Opening this page uses no token: Doctor reads recorded exchanges and sends nothing.
      </p>
      <p className="lk-unseen" role="status">
        {summaryText(refusals.length, open)}
      </p>
      {found ? null : (
        <p className={styles.older}>
          This exchange is not the latest refusal of its operation, or it was cleared. The latest refusals are shown
          instead.
        </p>
      )}
      {refusals.length === 0 ? (
        <EmptyState
          icon={<IconStethoscope size={28} />}
          title="Nothing to diagnose"
          action={
            <PageLink to="/traffic" size="sm">
              See all traffic
            </PageLink>
          }
        >
          <p className={styles.calm}>
            No recorded request was refused. After a refusal, Doctor checks the known causes against the facts: the
            Bearer prefix, the token’s age and scope, the addresses, what the same token could access before and after,
            and, for bookings, the activation steps.
          </p>
          <p className={styles.calm}>
            After a 403, the console never requests another token: a new one would be refused as well.
          </p>
        </EmptyState>
      ) : (
        <Stack gap="md">
          {refusals.map((refusal) => (
            <RefusalCard
              key={refusal.exchangeId}
              refusal={refusal}
              credentialLabel={labelOf(connection, refusal.credentialId)}
              linked={refusal.exchangeId === exchangeId}
            />
          ))}
        </Stack>
      )}
    </>
  );
}

/** "2 refusals; 1 operation has not worked since." */
function summaryText(count: number, open: number): string {
  if (count === 0) return 'No refusals recorded.';
  if (open === 0)
    return `${formatCount(count, 'refusal')}; ${count === 1 ? 'the operation has' : 'all operations have'} worked again since.`;
  if (open === count)
    return `${formatCount(count, 'refusal')}; ${count === 1 ? 'the operation has not' : 'no operation has'} worked since.`;
  return `${formatCount(count, 'refusal')}; ${formatCount(open, 'operation')} ${open === 1 ? 'has' : 'have'} not worked since.`;
}

/** The label of a Booking Engine application; null for the Open API, which has one credential. */
const labelOf = (connection: Connection, credentialId: string | null): string | null =>
  connection.applications.find((application) => application.id === credentialId)?.label ?? null;
