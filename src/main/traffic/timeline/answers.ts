/** Answers two questions of a support agent in sentences: what used up the quota, and what changed since an operation last worked. Pure. */

import type { SentencePart } from '../../../shared/model/incident.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import { lowerFirst } from '../../../shared/text/first-letter.ts';
import { isSpent, QUOTA_WINDOW_MS } from '../../../shared/token/issuance-slots.ts';
import type { Outage } from '../../journal/query/outage.ts';
import { ISSUED_BY, type KnownIssuance, type NewIncident } from './incident-events.ts';

/** A credential with its quota and its known issuances. */
export interface QuotaUse {
  readonly token: Pick<TokenStatus, 'label' | 'quota' | 'foreignUse'>;
  readonly known: readonly KnownIssuance[];
}

/** The largest number of links in a sentence about one cause. */
const MAX_LINKS = 6;
/** The largest number of changes in a sentence. */
const MAX_CHANGES = 5;

const text = (words: string): SentencePart => ({ kind: 'text', text: words });
const instant = (at: number, exchangeId: string | null): SentencePart => ({ kind: 'instant', at, exchangeId });

/** Writes the sentence about what used slots in the 24 hours before `now`, for the quota with the fewest slots left. */
export function burnedSentence(uses: readonly QuotaUse[], now: number): SentencePart[] {
  const fullest = uses
    .filter(({ token: { quota } }) => quota.limit !== null)
    .sort((one, two) => leftOf(one) - leftOf(two) || two.token.quota.used - one.token.quota.used)[0];
  if (!fullest) return [text('No token quota is known for this connection.')];
  const { token, known } = fullest;
  const recent = known.filter(({ issuance }) => isSpent(issuance) && issuance.at + QUOTA_WINDOW_MS > now);
  const others = token.foreignUse && token.foreignUse.noticedAt + QUOTA_WINDOW_MS > now ? token.foreignUse : null;
  const { used, limit, unit } = token.quota;
  const head = `${token.label}: ${used} of ${limit} ${unit} of the quota are used`;
  if (recent.length === 0 && !others) return [text(used === 0 ? `${head}; nothing used it up.` : `${head}.`)];
  const groups = [...Map.groupBy(recent, ({ issuance }) => ISSUED_BY[issuance.cause])].map(([by, group]) => [
    text(`${group.length} by ${by} (`),
    ...listOf(group.slice(0, MAX_LINKS).map(({ issuance, exchangeId }) => [instant(issuance.at, exchangeId)])),
    text(group.length > MAX_LINKS ? ' and others)' : ')'),
  ]);
  if (others) groups.push([text(`${others.count} by other clients, noticed `), instant(others.noticedAt, null)]);
  return [text(`${head}. Tokens in the last 24 hours: `), ...listOf(groups), text('.')];
}

const leftOf = ({ token: { quota } }: QuotaUse): number => quota.remaining ?? Number.POSITIVE_INFINITY;

/** Writes the sentence about when the failing operation last worked and what changed before its first setback. */
export function lastWorkedSentence(outage: Outage | null, incidents: readonly NewIncident[]): SentencePart[] {
  if (!outage) return [text('Nothing was refused in the recorded time.')];
  const { lastOk, first, settledBy } = outage;
  const setback = [text(`got ${first.status} `), instant(first.sentAt, first.id)];
  const end = settledBy ? [text('; it works again since '), instant(settledBy.sentAt, settledBy.id)] : [];
  const name = operationName(first.operation);
  if (!lastOk) return [text(`${name} has no recorded success before it `), ...setback, ...end, text('.')];
  const changes = changesBetween(lastOk, first, incidents);
  const list = changes
    .slice(0, MAX_CHANGES)
    .map((change) => [text(`${withinSentence(change.text)} `), instant(change.at, change.exchangeId)]);
  if (changes.length > MAX_CHANGES) list.push([text(`${changes.length - MAX_CHANGES} other changes`)]);
  return [
    text(`${name} last worked `),
    instant(lastOk.sentAt, lastOk.id),
    text(' and then '),
    ...setback,
    ...(list.length > 0 ? [text('; in between: '), ...listOf(list)] : [text(unchanged(lastOk, first))]),
    ...end,
    text('.'),
  ];
}

/** The incidents after the success and up to the first setback, without other setbacks. */
const changesBetween = (
  lastOk: ExchangeSummary,
  first: ExchangeSummary,
  incidents: readonly NewIncident[],
): NewIncident[] =>
  incidents
    .filter(({ kind, at, until }) => kind !== 'setback' && at <= first.sentAt && (until ?? at) > lastOk.sentAt)
    .sort((one, two) => one.at - two.at);

function unchanged(lastOk: ExchangeSummary, first: ExchangeSummary): string {
  if (lastOk.tokenGeneration !== first.tokenGeneration) return '; in between another token was adopted';
  return lastOk.host === first.host
    ? '; nothing that the app knows of changed in between'
    : '; in between the address of the service was changed';
}

/** Joins parts as "a, b and c". */
function listOf(items: readonly (readonly SentencePart[])[]): SentencePart[] {
  return items.flatMap((item, index) => {
    if (index === 0) return [...item];
    return [text(index === items.length - 1 ? ' and ' : ', '), ...item];
  });
}

const withinSentence = (words: string): string => (/^[A-Z][a-z]* [A-Z]/.test(words) ? words : lowerFirst(words));
