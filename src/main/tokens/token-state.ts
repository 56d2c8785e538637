/** Which state a token is in, why, and since when: a pure function of what its keeper knows. */
import { describeError } from '../../shared/error-text.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { IssuanceCause, TokenQuota, TokenState } from '../../shared/model/token.ts';
import { automaticSlotAt, onlyReserveLeft } from '../../shared/renewal-forecast.ts';

/** What stands in the way of the next token request. `retryAt` is when the console tries again of its own accord; `null` never. */
export interface Block {
  readonly state: 'unreachable' | 'blocked' | 'rejected';
  readonly error: ErrorData;
  readonly at: number;
  readonly retryAt: number | null;
  /** Trying again by itself spends nothing that was not spent for sure. */
  readonly freeToRetry: boolean;
}

export interface StateFacts {
  readonly now: number;
  /** The token in force; `refused` when a 401 said that the service takes it no longer. */
  readonly token: {
    readonly issuedAt: number;
    readonly dueAt: number;
    readonly expiresAt: number;
    /** Surely past its life; a token whose life only seems to be over is still used. */
    readonly expired: boolean;
    readonly refused: boolean;
    readonly notes: readonly string[];
  } | null;
  readonly issuing: { readonly since: number; readonly cause: IssuanceCause } | null;
  readonly block: Block | null;
  readonly quota: TokenQuota;
  /** Slots that are kept back for persons. */
  readonly reserve: number;
  /** When the last request of this quota went out. */
  readonly lastIssuanceAt: number | null;
  /** Since when there is no token. */
  readonly tokenlessSince: number;
  /** What keeps a request from being made at all: no secret, no address, a token that cannot be decrypted now. */
  readonly missing: string | null;
}

export interface StateDescription {
  readonly state: TokenState;
  readonly reason: string;
  readonly since: number;
  readonly retryAt: number | null;
}

const RENEWING_REASONS: Record<IssuanceCause, string> = {
  start: 'The first token is being obtained.',
  expiry: 'The token is being renewed because it is due.',
  unauthorized: 'The token is being renewed because the service did not accept it (401).',
  diedEarly: 'The token is being renewed because it was refused on two operations that had worked with it.',
  person: 'A new token is being obtained because you asked for it.',
  unknown: 'A token is being obtained.',
};

const EXPIRY_IN_DOUBT =
  'By this machine’s clock the token has expired, but that clock was not yet compared with the service’s: the next request tries the token, which costs nothing.';

/** Reasons are plain sentences without times; those are in the fields beside them. */
export function tokenStateOf(facts: StateFacts): StateDescription {
  const { now, token, issuing: minting } = facts;
  // A refusal for want of a slot is over when its time has come; the others last until an attempt succeeds.
  const over = facts.block?.state === 'blocked' && facts.block.retryAt !== null && facts.block.retryAt <= now;
  const trouble = over ? null : facts.block;
  if (minting)
    return { state: 'renewing', reason: RENEWING_REASONS[minting.cause], since: minting.since, retryAt: null };
  if (trouble?.state === 'rejected') return rejectedState(facts, trouble);
  if (token && !token.refused && !token.expired) return usableState({ ...facts, block: trouble }, token);
  if (trouble) {
    const { state, error, at, retryAt } = trouble;
    return { state, reason: describeError(error).sentence, since: at, retryAt };
  }
  return unusableState(facts);
}

function rejectedState(facts: StateFacts, trouble: Block): StateDescription {
  const stillUsed = facts.token && !facts.token.refused && !facts.token.expired;
  const next = stillUsed
    ? 'The present token is used until it expires, and nothing is sent until the credentials change.'
    : 'Nothing is sent until the credentials change.';
  const reason = `${describeError(trouble.error).sentence} ${next}`;
  return { state: 'rejected', reason, since: trouble.at, retryAt: null };
}

function usableState(facts: StateFacts, token: NonNullable<StateFacts['token']>): StateDescription {
  const { now, block: trouble, quota, reserve, missing: hindrance } = facts;
  const notes = token.notes.map((note) => ` ${note}`).join('');
  if (now < token.dueAt)
    return {
      state: 'valid',
      reason: `The token is valid and reused for every request.${notes}`,
      since: token.issuedAt,
      retryAt: null,
    };
  const due = { state: 'due' as const, since: token.dueAt };
  if (now >= token.expiresAt) return { ...due, reason: EXPIRY_IN_DOUBT, retryAt: null };
  const until = 'The token is used until it expires.';
  if (trouble) return { ...due, reason: `${describeError(trouble.error).sentence} ${until}`, retryAt: trouble.retryAt };
  if (hindrance) return { ...due, reason: `${hindrance} ${until}`, retryAt: null };
  if (!quota.mayIssue) return { ...due, reason: `${noSlotText(quota)} ${until}`, retryAt: quota.nextSlotAt };
  if (onlyReserveLeft(quota, reserve))
    return { ...due, reason: `${reserveText(reserve)} ${until}`, retryAt: automaticSlotAt(quota, reserve) };
  const reason = `The token is due: the next request renews it, and this one is used meanwhile.${notes}`;
  return { ...due, reason, retryAt: null };
}

/** No token that could be used. */
function unusableState(facts: StateFacts): StateDescription {
  const { token, quota, reserve, missing: hindrance, tokenlessSince: idleSince } = facts;
  const since = token ? Math.min(token.expiresAt, facts.now) : idleSince;
  if (hindrance) return { state: token ? 'expired' : 'none', reason: hindrance, since, retryAt: null };
  if (!quota.mayIssue)
    return {
      state: 'blocked',
      reason: noSlotText(quota),
      since: Math.max(since, facts.lastIssuanceAt ?? since),
      retryAt: quota.nextSlotAt,
    };
  if (onlyReserveLeft(quota, reserve))
    return { state: 'blocked', reason: reserveText(reserve), since, retryAt: automaticSlotAt(quota, reserve) };
  if (token?.refused) {
    const reason = 'The service does not accept the token any more (401); the next request obtains a new one.';
    return { state: 'expired', reason, since, retryAt: null };
  }
  if (token) {
    const reason = 'The token has expired; the next request obtains a new one.';
    return { state: 'expired', reason, since, retryAt: null };
  }
  return { state: 'none', reason: 'There is no token yet; the first request obtains one.', since, retryAt: null };
}

const reserveText = (reserve: number): string =>
  `The last ${reserve === 1 ? 'slot is' : `${reserve} slots are`} kept back for emergencies, so no token is asked for until a person does.`;

function noSlotText(quota: TokenQuota): string {
  if (quota.basis === 'server')
    return `The token endpoint says that no ${quota.unit === 'renewals' ? 'renewal' : 'issuance'} is left.`;
  const window = quota.basis === 'rolling' ? 'of the last 24 hours' : 'of this day (UTC)';
  return `All ${quota.limit} ${quota.unit} ${window} are used, so no token is asked for.`;
}
