/** The five application slots of an account (service.md §2.2). A slot is free, or shows its application and the state of the application's token. */

import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_APPLICATIONS } from '../../../../shared/input/max-input.ts';
import type { Connection, Credential } from '../../../../shared/model/connection.ts';
import type { TokenStatus } from '../../../../shared/model/token.ts';
import { BOOKING_OPTION_NAMES } from '../../../../shared/text/api-names.ts';
import { TokenBadge } from '../../../actions/token-badge.tsx';
import { ask } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { quotaText } from '../../../text/quota-text.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { QuotaPips } from '../../../ui/quota-pips.tsx';
import styles from './account-map.module.css';

export function AccountMap({ connection, onAdd }: { connection: Connection; onAdd: (() => void) | null }) {
  const tokens = useQuery(ask('tokens', 'status', { connectionId: connection.id })).data?.tokens ?? [];
  const { applications } = connection;
  return (
    <ol className={styles.map} aria-label={`Application slots: ${applications.length} of ${MAX_APPLICATIONS} used`}>
      {Array.from({ length: MAX_APPLICATIONS }, (_, index) => {
        const application = applications[index];
        return (
          <li
            key={application?.id ?? `slot-${String(index)}`}
            className={styles.slot}
            data-free={!application || undefined}
          >
            <span className={styles.number}>{index + 1}</span>
            {application ? (
              <UsedSlot
                application={application}
                token={tokens.find((token) => token.credentialId === application.id) ?? null}
              />
            ) : (
              <FreeSlot slot={index + 1} onAdd={onAdd} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function UsedSlot({ application, token }: { application: Credential; token: TokenStatus | null }) {
  return (
    <>
      <PageLink to="/token" search={{ id: application.id }} className={styles.label ?? ''} c="inherit" fw={600}>
        {application.label}
      </PageLink>
      <span className={styles.option}>
        {application.bookingOption ? BOOKING_OPTION_NAMES[application.bookingOption] : null}
      </span>
      {token ? (
        <span className={styles.token}>
          <TokenBadge token={token} />
          <span className={styles.quota}>
            <QuotaPips used={token.quota.used} limit={token.quota.limit} label={quotaText(token.quota)} />
            <span aria-hidden>{quotaText(token.quota)}</span>
          </span>
        </span>
      ) : null}
    </>
  );
}

function FreeSlot({ slot, onAdd }: { slot: number; onAdd: (() => void) | null }) {
  return (
    <>
      <span className={styles.label}>Free</span>
      {onAdd ? (
        <UnstyledButton className={styles.add} onClick={onAdd} aria-label={`Add an application in slot ${slot}`}>
          <IconPlus size={15} aria-hidden /> Add
        </UnstyledButton>
      ) : null}
    </>
  );
}
