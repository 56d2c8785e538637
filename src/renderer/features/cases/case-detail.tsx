/** The page of a case: its verdict, similar earlier cases, notes, the failed request, and a summary for a ticket. */
import { Button, Card, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isAppError } from '../../../shared/app-error.ts';
import type { Case, CaseSummary } from '../../../shared/model/case.ts';
import { causeLink, citedText } from '../../actions/cited-text.tsx';
import { CopyButton } from '../../actions/copy-button.tsx';
import { CopyTicket } from '../../actions/copy-ticket.tsx';
import { CorrectedRequestView } from '../../actions/corrected-request-view.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { offerUndoOf } from '../../actions/offer-undo.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant } from '../../text/format.ts';
import { DiagnosisView } from '../../ui/diagnosis/diagnosis-view.tsx';
import { TokenClaims } from '../../ui/diagnosis/token-claims.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconHistory, IconNotebook, IconPackage, IconTrash } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { CaseStateTag } from './case-state.tsx';
import styles from './cases.module.css';
import { FailureView } from './failure-view.tsx';
import { LabelsForm } from './labels-form.tsx';
import { NotesField } from './notes-field.tsx';

export function CaseDetail({ id }: { id: string }) {
  const query = useAsk('cases', 'detail', { id });
  if (query.data) return <OneCase shown={query.data} />;
  const isGone = isAppError(query.error, 'notFound');
  return (
    <>
      <PageHeader title="Case" />
      {query.error && !isGone ? <ErrorNotice error={query.error} onRetry={() => void query.refetch()} /> : null}
      {isGone ? (
        <EmptyState
          icon={<IconNotebook size={28} />}
          title="Case not found"
          action={<PageLink to="/cases">All cases</PageLink>}
        >
          It was removed.
        </EmptyState>
      ) : null}
    </>
  );
}

function OneCase({ shown }: { shown: Case }) {
  const { id, title, state, createdAt, lastAt, times, requestId, failure, diagnosis } = shown;
  const corrected = useAsk('cases', 'corrected', { id }).data ?? null;
  const token = useAsk('cases', 'token', { id }).data ?? null;
  const client = useQueryClient();
  const navigate = useNavigate();
  const put = (next: Case) => client.setQueryData(keyOf('cases', 'detail', { id }), next);
  const setState = useAct('cases', 'setState', { onSuccess: put });
  const remove = useAct('cases', 'remove', {
    onSuccess: ({ deletionId }) => {
      void navigate({ to: '/cases' });
      offerUndoOf('Case removed', [deletionId]);
    },
  });
  return (
    <>
      <PageLink to="/cases" size="sm">
        All cases
      </PageLink>
      <PageHeader
        title={`#${shown.number} ${title}`}
        description={
          <span className={styles.facts}>
            <CaseStateTag state={state} />
            <span>
              {times === 1
                ? formatInstant(createdAt, { style: 'long' })
                : `${formatCount(times, 'time')}, last ${formatInstant(lastAt, { style: 'long' })}`}
            </span>
            {requestId ? (
              <span className={styles.requestId}>
                request id <span className="lk-mono">{requestId}</span>
                <CopyButton text={requestId} label="Copy the request id" size="xs" />
              </span>
            ) : (
              <span>no request id</span>
            )}
            {failure.exchangeId ? (
              <PageLink to="/traffic" search={{ id: failure.exchangeId }} size="sm">
                See the exchange
              </PageLink>
            ) : null}
          </span>
        }
        actions={
          <>
            <CopyTicket caseId={id} />
            <IconButton Icon={IconPackage} onClick={() => void navigate({ to: '/cases', search: { id, bundle: '1' } })}>
              Support bundle
            </IconButton>
            <Button
              loading={setState.isPending}
              onClick={() => setState.mutate({ id, state: state === 'open' ? 'solved' : 'open' })}
            >
              {state === 'open' ? 'Mark as solved' : 'Reopen'}
            </Button>
            <IconButton
              variant="subtle"
              color="gray"
              Icon={IconTrash}
              loading={remove.isPending}
              onClick={() => remove.mutate({ ids: [id] })}
            >
              Remove
            </IconButton>
          </>
        }
      />
      <Stack gap="md">
        <SeenBefore cases={shown.seenBefore} />
        <Card component="section" aria-label="Diagnosis">
          <h2 className={styles.heading}>Diagnosis</h2>
          <DiagnosisView
            diagnosis={diagnosis}
            exchangeLink={(exchangeId) => (
              <PageLink to="/traffic" search={{ id: exchangeId }} size="sm" underline="always">
                See the exchange
              </PageLink>
            )}
            citedText={citedText}
            causeLink={causeLink}
            copyAsk={(text) => <CopyButton text={text} label="Copy the text for the customer" />}
          />
          {token ? <TokenClaims panel={token} /> : null}
        </Card>
        <Card component="section" aria-label="Customer, ticket and tags">
          <LabelsForm key={id} shown={shown} onSaved={put} />
        </Card>
        <Card component="section" aria-label="Notes">
          <NotesField key={id} id={id} notes={shown.notes} onSaved={put} />
        </Card>
        <Card component="section" aria-label="The failing request">
          <FailureView failure={failure} />
        </Card>
        {corrected ? (
          <Card>
            <CorrectedRequestView corrected={corrected} />
          </Card>
        ) : null}
      </Stack>
    </>
  );
}

/** Earlier cases with the same cause and the same evidence, because their notes may help. */
function SeenBefore({ cases }: { cases: readonly CaseSummary[] }) {
  if (cases.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="seen-before" className={styles.seen ?? ''}>
      <h2 id="seen-before" className={styles.heading}>
        <IconHistory size={18} aria-hidden /> Seen before, with the same cause and evidence
      </h2>
      <ul className={styles.seenList}>
        {cases.map(({ id, title, state, lastAt, hasNotes }) => (
          <li key={id}>
            <PageLink to="/cases" search={{ id }}>
              {title}
            </PageLink>
            <CaseStateTag state={state} />
            <span className={styles.dim}>
              {formatInstant(lastAt)}
              {hasNotes ? ', with notes' : ''}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
