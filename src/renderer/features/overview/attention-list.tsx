/** The list of what needs attention, the most severe first; a sentence when nothing does. */
import { Card } from '@mantine/core';
import type { Connection } from '../../../shared/model/connection.ts';
import type { BoardRow } from '../../../shared/model/quote-board.ts';
import type { RatesSnapshot } from '../../../shared/model/rates.ts';
import type { TasksSnapshot } from '../../../shared/model/task.ts';
import type { TokensSnapshot } from '../../../shared/model/token.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { RemedyAction } from '../../actions/remedy-action.tsx';
import { useAccessFacts } from '../../actions/use-access-facts.ts';
import { useAsk } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { TextLink } from '../../navigation/page-link.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '../../ui/icons.ts';
import { type Tone, toneColours } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { attentionItems } from './attention.ts';
import type { AttentionItem } from './attention-item.ts';
import styles from './overview.module.css';
import { teamItems } from './team-item.ts';

const ORDER: Tone[] = ['bad', 'warn', 'accent', 'info', 'muted', 'good'];
const ICONS = { bad: IconCircleX, warn: IconAlertTriangle, info: IconInfoCircle } as const;

/** Selects the findings and the throttling of each API. The result stays the same object while these are equal, which avoids renders. */
const rateFacts = ({ groups }: RatesSnapshot) =>
  groups.map(({ api, findings, rateShare, pausedUntil }) => ({ api, findings, rateShare, pausedUntil }));

/** Selects the tasks that may need a person's attention, without their progress, so that progress causes no render. */
const standing = ({ tasks }: TasksSnapshot) =>
  tasks
    .filter(({ state, failed }) => state === 'paused' || failed > 0)
    .map((task) => ({ ...task, done: 0, requests: 0, rows: 0, estimateMs: null }));

export function AttentionList({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const now = useNow(tokens.clock);
  const info = useAsk('app', 'info', null);
  const lost = useAsk('guests', 'lost', null);
  const access = useAsk('doctor', 'access', { connectionId: connection.id });
  const facts = useAccessFacts(connection, tokens);
  const findings = useAsk('traffic', 'rates', { connectionId: connection.id }, { select: rateFacts });
  const quotes = useAsk('quotes', 'list', { connectionId: connection.id });
  const tasks = useAsk('tasks', 'list', { connectionId: connection.id }, { select: standing });
  const followUps = useAsk('quotes', 'board', {
    connectionId: connection.id,
    search: '',
    view: 'followUps',
    states: [],
    sort: { by: 'followUpOn', descending: false },
    group: 'none',
    today: localDayOf(now),
    offset: 0,
    limit: 3,
  });
  const taken = useAsk('calendars', 'takenOpen', { connectionId: connection.id }, { keepsPrevious: true });
  const isDue = ({ followUpOn }: BoardRow): boolean => followUpOn !== null && followUpOn <= localDayOf(now);
  const team = useAsk('team', 'state', { connectionId: connection.id }, { select: teamItems });
  const audience = useAudience();
  const reads = [access, quotes, tasks, followUps, taken];
  const others = attentionItems({
    ...facts,
    protection: info.data?.protection ?? null,
    rates: findings.data ?? [],
    lost: lost.data?.records ?? 0,
    quarantined: info.data?.quarantined ?? [],
    update: info.data?.update ?? null,
    quotes: quotes.data?.quotes ?? [],
    followUps: { due: (followUps.data?.rows ?? []).filter(isDue), count: followUps.data?.followUps ?? 0 },
    ...(taken.data ? { taken: taken.data } : {}),
    tasks: tasks.data ?? [],
    audience,
    now,
  });
  const items = [...(team.data ?? []), ...others].sort((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone));
  const failed = reads.find(({ error }) => error !== null);
  // Only when everything was read is it known that nothing needs attention.
  if (items.length === 0 && failed?.error)
    return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  // A line holds the place until the answers come, so that nothing below it moves.
  if (items.length === 0 && reads.some(({ isPending }) => isPending))
    return <p className={styles.note}>Reading what needs your attention…</p>;
  if (items.length === 0)
    return (
      <p className={styles.note}>
        <IconCircleCheck size={17} color={toneColours('good').strong} aria-hidden />
        Nothing needs your attention.
      </p>
    );
  return (
    <Card component="section" aria-labelledby="attention-title" mb="md" py="sm" bg="var(--lk-surface)">
      <h2 id="attention-title" style={{ margin: '4px 0 2px', fontSize: 16 }}>
        What needs attention
      </h2>
      <ul className={styles.attention}>
        {items.map((item) => (
          <AttentionLine key={item.id} item={item} now={now} />
        ))}
      </ul>
    </Card>
  );
}

function AttentionLine({ item, now }: { item: AttentionItem; now: number }) {
  const Icon = ICONS[item.tone as keyof typeof ICONS] ?? IconInfoCircle;
  const { link } = item;
  return (
    <li>
      <Icon size={20} color={toneColours(item.tone).strong} style={{ flex: 'none' }} aria-hidden />
      <div className={styles.attentionText}>
        <div className={styles.attentionTitle}>{item.title}</div>
        <div className={styles.dim} style={{ fontSize: 13 }}>
          {item.detail}
        </div>
      </div>
      {link === null ? null : 'remedy' in link ? (
        <RemedyAction remedy={link.remedy} now={now} />
      ) : (
        <TextLink link={link} size="sm" />
      )}
    </li>
  );
}
