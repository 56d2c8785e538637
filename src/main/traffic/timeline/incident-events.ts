/** Makes the incidents of a connection: token issuances with their exchanges, issuances of other clients, expiries, and setbacks. Pure. */

import { type Incident, MAX_INCIDENTS } from '../../../shared/model/incident.ts';
import { type Issuance, type IssuanceCause, TOKEN_LIFETIME_MS, type TokenStatus } from '../../../shared/model/token.ts';
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import { MAX_ANSWER_MS } from '../../../shared/token/issuance-slots.ts';

export type NewIncident = Omit<Incident, 'id'>;

/** The fields of an incident that most kinds leave empty. */
export const NOTHING = { until: null, count: 1, by: null, status: null, exchangeId: null } as const;

/** An issuance and the exchange of its token request. The issuance comes from the ledger, or from the exchange when the ledger lacks it. */
export interface KnownIssuance {
  readonly issuance: Issuance;
  readonly exchangeId: string | null;
}

/** The maximum distance in time between a ledger entry and its token request; a correction of the clock may separate them. */
const SAME_MS = 10_000;

/** The reasons for a token request, each as the end of "token requested by …". */
export const ISSUED_BY: Record<IssuanceCause, string> = {
  start: 'the app for a first request',
  expiry: 'the app because renewal was due',
  unauthorized: 'the app after a 401',
  diedEarly: 'the app because the token died early',
  program: 'another program, because there was no token',
  person: 'a person',
  unknown: 'the app',
};

/** Joins a credential's issuances with their exchanges, oldest first. Issuances that the ledger lacks are known from the exchanges alone. */
export function knownIssuances(
  { credentialId, issuances }: Pick<TokenStatus, 'credentialId' | 'issuances'>,
  tokenExchanges: readonly ExchangeSummary[],
): KnownIssuance[] {
  const open = new Set(tokenExchanges.filter((exchange) => exchange.credentialId === credentialId));
  const known = issuances.map((issuance): KnownIssuance => {
    let nearest: ExchangeSummary | null = null;
    for (const exchange of open) {
      const offset = Math.abs(exchange.sentAt - issuance.at);
      if (offset <= SAME_MS && (!nearest || offset < Math.abs(nearest.sentAt - issuance.at))) nearest = exchange;
    }
    if (nearest) open.delete(nearest);
    return { issuance, exchangeId: nearest?.id ?? null };
  });
  return [...known, ...[...open].map(issuanceOf)].sort((one, two) => one.issuance.at - two.issuance.at);
}

function issuanceOf({ id, sentAt, status, durationMs }: ExchangeSummary): KnownIssuance {
  const outcome = status === null ? 'lost' : status === 200 ? 'confirmed' : 'refused';
  const settledAt = durationMs === null ? null : sentAt + durationMs;
  // Without the ledger it is unknown whether the client had a token before: assume a renewal, which claims less.
  return { issuance: { id, at: sentAt, cause: 'unknown', renewal: true, outcome, settledAt }, exchangeId: id };
}

export function issuanceIncidents(label: string, known: readonly KnownIssuance[]): NewIncident[] {
  return known.map(({ issuance, exchangeId }) => ({
    ...NOTHING,
    kind: 'issuance',
    at: issuance.at,
    by: issuance.cause === 'person' ? 'person' : 'console',
    exchangeId,
    text: `${label}: token requested by ${ISSUED_BY[issuance.cause]}${OUTCOMES[issuance.outcome]}`,
  }));
}

const OUTCOMES: Record<Issuance['outcome'], string> = {
  sent: '; no answer yet',
  confirmed: '',
  lost: '; the answer was lost',
  refused: '; refused, no slot used',
};

/** Makes the incident of tokens issued to other clients. Its time is the interval between two reports of the service. */
export function foreignIncidents({ label, foreignUse }: Pick<TokenStatus, 'label' | 'foreignUse'>): NewIncident[] {
  if (!foreignUse) return [];
  const { count, since, noticedAt } = foreignUse;
  const isSpan = since !== null && since < noticedAt;
  const text = `${label}: ${count} ${count === 1 ? 'token' : 'tokens'} issued to other clients`;
  const span = isSpan ? { at: since, until: noticedAt } : { at: noticedAt };
  return [{ ...NOTHING, ...span, kind: 'foreign', count, by: 'foreign', text }];
}

/** Makes the incidents of tokens that expired, up to `now`, without being replaced before. */
export function expiryIncidents(
  { label, issuedAt, expiresAt }: Pick<TokenStatus, 'label' | 'issuedAt' | 'expiresAt'>,
  known: readonly KnownIssuance[],
  now: number,
): NewIncident[] {
  const isCurrent = (at: number) => issuedAt !== null && Math.abs(at - issuedAt) <= MAX_ANSWER_MS;
  const lifetimeMs = issuedAt !== null && expiresAt !== null ? expiresAt - issuedAt : TOKEN_LIFETIME_MS;
  const issued = known.filter(({ issuance }) => issuance.outcome === 'confirmed').map(({ issuance }) => issuance.at);
  // An adopted token has no issuance.
  const adopted = issuedAt !== null && !issued.some(isCurrent) ? [issuedAt] : [];
  const begun = [...issued, ...adopted].sort((one, two) => one - two);
  return begun.flatMap((at, index): NewIncident[] => {
    const end = isCurrent(at) && expiresAt !== null ? expiresAt : at + lifetimeMs;
    const next = begun[index + 1];
    return end > now || (next !== undefined && next < end)
      ? []
      : [{ ...NOTHING, kind: 'expiry', at: end, text: `${label}: the token expired` }];
  });
}

/** Whether the service answered an exchange with 401, 403 or 429. Pictures do not count, because they carry no token. */
export const isSetback = <Of extends ExchangeSummary>(exchange: Of): exchange is Of & { status: 401 | 403 | 429 } =>
  (exchange.status === 401 || exchange.status === 403 || exchange.status === 429) && exchange.operation !== 'picture';

export function setbackIncidents(setbacks: readonly ExchangeSummary[]): NewIncident[] {
  return setbacks.filter(isSetback).map((exchange) => ({
    ...NOTHING,
    kind: 'setback',
    at: exchange.sentAt,
    status: exchange.status,
    exchangeId: exchange.id,
    text: setbackText(exchange),
  }));
}

/** Writes the text of a setback, such as "Create quote: 403". */
export const setbackText = ({ operation, status }: ExchangeSummary): string => `${operationName(operation)}: ${status}`;

/** The number of intervals of the range. When there are too many incidents for one answer, those of one kind and interval are merged. */
const BINS = 30;

/** Selects and numbers the incidents in `[from, until)`, oldest first. When they exceed MAX_INCIDENTS, similar ones are merged. */
export function listed(all: readonly NewIncident[], from: number, until: number): Incident[] {
  const within = all
    .filter((it) => it.at < until && (it.until ?? it.at) >= from)
    .sort((one, two) => one.at - two.at || one.kind.localeCompare(two.kind));
  const shown = within.length <= MAX_INCIDENTS ? within : merged(within, from, until);
  return shown.map((incident, index) => ({ id: `i${index}`, ...incident }));
}

function merged(incidents: readonly NewIncident[], from: number, until: number): NewIncident[] {
  const binOf = (at: number) => Math.max(0, Math.floor(((at - from) / (until - from)) * BINS));
  const groups = Map.groupBy(incidents, ({ kind, status, at }) => `${kind} ${status} ${binOf(at)}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [NewIncident];
    if (group.length === 1) return first;
    const last = Math.max(...group.map((it) => it.until ?? it.at));
    const texts = new Set(group.map(({ text }) => text));
    const by = group.every((it) => it.by === first.by) ? first.by : null;
    const count = group.reduce((sum, it) => sum + it.count, 0);
    return {
      ...first,
      by,
      count,
      until: last > first.at ? last : null,
      text: texts.size === 1 ? first.text : MERGED[first.kind](first.status),
    };
  });
}

const MERGED: Record<Incident['kind'], (status: Incident['status']) => string> = {
  issuance: () => 'Token requests',
  foreign: () => 'Tokens issued to other clients',
  expiry: () => 'Tokens that expired',
  setback: (status) => `Several operations: ${status}`,
  sleep: () => 'The computer slept',
  restart: () => 'The app started',
  circuit: () => 'Circuits were open',
};
