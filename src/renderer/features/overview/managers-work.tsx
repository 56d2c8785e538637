/** The newest quotes and tasks, on the managers' page Today. */
import { Card, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Quote } from '../../../shared/model/quote.ts';
import type { Task, TasksSnapshot } from '../../../shared/model/task.ts';
import { isBookable, quoteStateOf, STATE_NAMES } from '../../../shared/quote/quote-state.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAsk } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatGuests, formatInstant, formatPlainRange } from '../../text/format.ts';
import { titleOf } from '../../text/task-title.ts';
import { useAtNow } from '../../ui/use-now.ts';
import styles from './overview.module.css';

const SHOWN = 5;

export const ManagersWork = ({ connectionId }: { connectionId: string }) => (
  <div className={styles.work}>
    <QuotesCard connectionId={connectionId} />
    <TasksCard connectionId={connectionId} />
  </div>
);

function WorkCard({ title, all, children }: { title: string; all: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card component="section" padding="md" aria-labelledby={titleId} bg="var(--lk-surface)">
      <div className={styles.rateHead}>
        <Title order={2} size="h3" id={titleId}>
          {title}
        </Title>
        {all}
      </div>
      {children}
    </Card>
  );
}

function QuotesCard({ connectionId }: { connectionId: string }) {
  const list = useAsk('quotes', 'list', { connectionId });
  const quotes = list.data?.quotes.slice(0, SHOWN) ?? [];
  return (
    <WorkCard
      title="Latest quotes"
      all={
        <PageLink to="/quotes" size="sm">
          All quotes
        </PageLink>
      }
    >
      {list.error ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} compact /> : null}
      {list.data && quotes.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet. A quote fixes a price for about a day.
        </Text>
      ) : null}
      <ul className={styles.workList}>
        {quotes.map((quote) => (
          <QuoteLine
            key={quote.id}
            quote={quote}
            isSent={list.data?.sent.includes(quote.id) ?? false}
            connectionId={connectionId}
          />
        ))}
      </ul>
    </WorkCard>
  );
}

function QuoteLine({ quote, isSent, connectionId }: { quote: Quote; isSent: boolean; connectionId: string }) {
  const face = useClockFace(connectionId);
  const { outcome, expiresAt, replacedBy } = quote;
  const text = useAtNow(face, (now) => {
    const state = quoteStateOf({ outcome, expiresAt, isReplaced: replacedBy !== null, isSent }, now);
    return `${STATE_NAMES[state]}${isBookable(state) ? `, valid until ${formatInstant(expiresAt, { now })}` : ''}`;
  });
  return (
    <li>
      <PageLink to="/quotes" search={{ id: quote.id }} size="sm" fw={600}>
        {quote.listingTitle ?? quote.listingId}
      </PageLink>
      <span className={styles.dim}>
        {formatPlainRange(quote.checkIn, quote.checkOut)}, {formatGuests(quote.guests)}
      </span>
      <span className={styles.workState}>{text}</span>
    </li>
  );
}

/** Selects the values that are drawn. The result stays the same object while these are equal, which avoids renders. */
const latest = ({ tasks }: TasksSnapshot) =>
  tasks.slice(0, SHOWN).map((task) => ({ id: task.id, title: titleOf(task, 'managers'), state: stateText(task) }));

function stateText({ state, done, failed, steps, error }: Task): string {
  if (state === 'running' && error !== null) return 'Waiting, continues by itself';
  if (state === 'running') return `${steps === 0 ? 0 : Math.floor(((done + failed) / steps) * 100)} %`;
  if (state === 'paused') return 'Paused';
  if (state === 'cancelled') return 'Cancelled';
  return failed === 0 ? 'Done' : `Done, ${failed} failed`;
}

function TasksCard({ connectionId }: { connectionId: string }) {
  const list = useAsk('tasks', 'list', { connectionId }, { select: latest });
  return (
    <WorkCard
      title="Latest tasks"
      all={
        <PageLink to="/tasks" size="sm">
          All tasks
        </PageLink>
      }
    >
      {list.error ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} compact /> : null}
      {list.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet. A task reads free days and prices of many properties while you keep working.
        </Text>
      ) : null}
      <ul className={styles.workList}>
        {list.data?.map(({ id, title, state }) => (
          <li key={id}>
            <PageLink to="/tasks" search={{ id }} size="sm" fw={600}>
              {title}
            </PageLink>
            <span className={styles.workState}>{state}</span>
          </li>
        ))}
      </ul>
    </WorkCard>
  );
}
