/** The page of a token: lifetime, quota, issuances, refusals and actions. */
import { Button, Card } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { credentialOf, credentialsOf } from '../../../shared/connection/account.ts';
import { answerProblems } from '../../../shared/connection/connection-health.ts';
import type { Connection, Credential } from '../../../shared/model/connection.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { API_NAMES, operationName } from '../../../shared/text/api-names.ts';
import { isLastSlot } from '../../../shared/token/quota-left.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { RenewToken } from '../../actions/renew-token.tsx';
import { useAct, useAnswer, useAsk } from '../../ipc/client.ts';
import { useAudience, useConnection, useConnections } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { sinceText } from '../../text/access-text.ts';
import { FIRST_PAGE } from '../../text/first-page.ts';
import { formatInstant } from '../../text/format.ts';
import { priceText, reserveText } from '../../text/quota-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconClipboardText, IconKey, IconRefresh } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AdoptToken } from './adopt-token.tsx';
import { DayCard } from './day-card.tsx';
import { LifetimeCard } from './lifetime-card.tsx';
import { QuotaCard } from './quota-card.tsx';
import { TokenNotices } from './token-notices.tsx';
import styles from './tokens.module.css';

export function TokenPage() {
  const { id } = useSearch({ from: '/token' });
  const { connections } = useConnections();
  const current = useConnection();
  const wanted = id ?? credentialsOf(current)[0]?.id;
  const connection = connections.find((one) => credentialOf(one, wanted));
  const credential = connection && credentialOf(connection, wanted);
  if (!connection || !credential) return <MissingCredential />;
  return (
    <TokenDetails
      key={credential.id}
      connection={connection}
      credential={credential}
      elsewhere={connection.id !== current.id}
    />
  );
}

/** The description of the page: "Booking Engine API, Harbour Stays: lifetime, issuances and quota." */
function descriptionOf({ api, label }: TokenStatus, { name }: Connection, elsewhere: boolean): string {
  const of = API_NAMES[api] === label ? name : `${API_NAMES[api]}, ${name}`;
  return elsewhere ? `${of}, which is not the current connection.` : `${of}: lifetime, issuances and quota.`;
}

function MissingCredential() {
  const audience = useAudience();
  return (
    <>
      <PageHeader title="Token" />
      <EmptyState
        icon={<IconKey size={30} stroke={1.6} />}
        title="Credential not found"
        action={<PageLink to="/overview">Back to {FIRST_PAGE[audience]}</PageLink>}
      >
        It may have been removed from its connection.
      </EmptyState>
    </>
  );
}

interface TokenDetailsProps {
  connection: Connection;
  credential: Credential;
  elsewhere: boolean;
}

function TokenDetails({ connection, credential, elsewhere }: TokenDetailsProps) {
  const snapshot = useAnswer('tokens', 'status', { connectionId: connection.id });
  const now = useNow(snapshot.clock);
  const audience = useAudience();
  const [dialog, setDialog] = useState<'renew' | 'adopt' | 'discard' | null>(null);
  const token = snapshot.tokens.find((one) => one.credentialId === credential.id);
  if (!token) return <MissingCredential />;
  const closeDialog = () => setDialog(null);
  return (
    <>
      <PageHeader
        title={`Token of ${token.label}`}
        description={descriptionOf(token, connection, elsewhere)}
        actions={
          <>
            <IconButton
              Icon={IconRefresh}
              variant="filled"
              loading={token.state === 'renewing'}
              onClick={() => setDialog('renew')}
            >
              {token.issuedAt === null ? 'Get a token' : 'Renew now'}
            </IconButton>
            <IconButton Icon={IconClipboardText} onClick={() => setDialog('adopt')}>
              Adopt a token
            </IconButton>
            {token.issuedAt === null ? null : (
              <Button variant="subtle" color="gray" onClick={() => setDialog('discard')}>
                Discard
              </Button>
            )}
          </>
        }
      />
      <TokenNotices token={token} skew={snapshot.skew} secret={credential.secret} now={now} />
      <div className={styles.page}>
        <LifetimeCard token={token} connectionId={connection.id} face={snapshot.clock} now={now} />
        <QuotaCard token={token} connectionId={connection.id} now={now} />
        <div className={styles.wide}>
          <DayCard token={token} reset={connection.quotaReset} now={now} linked={!elsewhere} />
        </div>
        <div className={styles.wide}>
          <RefusalsCard connectionId={connection.id} credentialId={token.credentialId} now={now} />
        </div>
      </div>
      <p className={styles.ways}>
        <PageLink to="/overview" size="sm">
          {FIRST_PAGE[audience]}
        </PageLink>
        <PageLink to="/connections" search={{ id: connection.id, credentialId: credential.id }} size="sm">
          Credential settings
        </PageLink>
        {elsewhere ? null : (
          <PageLink to="/traffic" search={{ search: 'oauth2/token' }} size="sm">
            Token requests in Traffic
          </PageLink>
        )}
      </p>
      {dialog === 'renew' ? (
        <RenewToken token={token} face={snapshot.clock} onClose={closeDialog} onAdopt={() => setDialog('adopt')} />
      ) : null}
      {dialog === 'adopt' ? <AdoptToken token={token} onClose={closeDialog} /> : null}
      {dialog === 'discard' ? <DiscardToken token={token} face={snapshot.clock} onClose={closeDialog} /> : null}
    </>
  );
}

/** Asks for confirmation before a stored token is discarded. */
function DiscardToken({ token, face, onClose }: { token: TokenStatus; face: ClockFace; onClose: () => void }) {
  const now = useNow(face);
  const discard = useAct('tokens', 'discard', { quiet: true });
  const { quota } = token;
  return (
    <ConfirmDialog
      title={`Discard the token of ${token.label}`}
      confirm="Discard"
      keep="Keep the token"
      mutation={discard}
      onConfirm={() => discard.mutate({ credentialId: token.credentialId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      The token is deleted from this computer and cannot be restored. This costs nothing now, but the next request needs
      a new token. {priceText(quota, now)} {reserveText(quota, token.reserve)}{' '}
      {isLastSlot(quota) ? 'That is the last slot.' : null}
      {quota.mayIssue || quota.nextSlotAt === null ? null : (
        <strong> Until {formatInstant(quota.nextSlotAt, { now })} there would be no access.</strong>
      )}
    </ConfirmDialog>
  );
}

/** The operations that the service refuses with this credential, by its newest answers. */
function RefusalsCard({
  connectionId,
  credentialId,
  now,
}: Pick<TokenStatus, 'credentialId'> & { connectionId: string; now: number }) {
  const access = useAsk('doctor', 'access', { connectionId });
  const refused = answerProblems(access.data ?? { cells: [], credentials: [], services: [] }, now).flatMap((problem) =>
    problem.kind !== 'serviceFailed' && problem.credentialId === credentialId ? [problem] : [],
  );
  return (
    <Card component="section" aria-labelledby="refusals-title" bg="var(--lk-surface)">
      <h2 id="refusals-title" className={styles.title}>
        Refused operations
      </h2>
      {access.error ? <ErrorNotice error={access.error} onRetry={() => void access.refetch()} compact /> : null}
      {access.data && refused.length === 0 ? (
        <p className={styles.dim}>No operation was refused in the last 24 hours, by the newest answer to each.</p>
      ) : null}
      {refused.length === 0 ? null : (
        <>
          <p className={styles.dim}>A 403 is about permissions: the app spends no token on another attempt.</p>
          <ul className={styles.refusals}>
            {refused.map((problem) => (
              <li key={problem.exchangeId}>
                <PageLink to="/doctor" search={{ exchangeId: problem.exchangeId }} size="sm" fw={600}>
                  {problem.kind === 'tokenRefused'
                    ? 'Every operation: 401'
                    : `${operationName(problem.operation)}: ${problem.status}`}
                </PageLink>
                <span className={styles.dim}>{sinceText(problem, now)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
