/** Derives the state of a token, its reason and its beginning from the token manager's facts. Pure. */

import type { ErrorData } from '../../shared/errors.ts';
import type { IssuanceCause, TokenQuota, TokenState } from '../../shared/model/token.ts';
import { describeError } from '../../shared/text/error-text.ts';
import { lowerFirst } from '../../shared/text/first-letter.ts';
import { automaticSlotAt, onlyReserveLeft } from '../../shared/token/renewal-forecast.ts';

/** A reason that prevents the next token request. `retryAt`: when the console tries again by itself; `null` means never. */
export interface Block {
  readonly state: 'unreachable' | 'blocked' | 'rejected';
  readonly error: ErrorData;
  readonly at: number;
  readonly retryAt: number | null;
  /** Whether the failed attempt certainly spent no slot, so that the console may repeat it by itself. */
  readonly freeToRetry: boolean;
}

export interface StateFacts {
  readonly now: number;
  /** The current token; `refused` after a 401. */
  readonly token: {
    readonly issuedAt: number;
    readonly dueAt: number;
    readonly expiresAt: number;
    /** Whether the token has certainly expired; a token whose expiry is in doubt is still used. */
    readonly expired: boolean;
    readonly refused: boolean;
    /** Whether the service accepted the token after its expiry by our clock. */
    readonly outlives: boolean;
    /** The instant since which the service answers 401 to a token that stays in use; null while it accepts the token. */
    readonly doubtedSince: number | null;
    readonly notes: readonly string[];
  } | null;
  readonly issuing: { readonly since: number; readonly cause: IssuanceCause } | null;
  readonly block: Block | null;
  readonly quota: TokenQuota;
  readonly reserve: number;
  /** The instant at which the last token request of this quota was sent. */
  readonly lastIssuanceAt: number | null;
  readonly tokenlessSince: number;
  /** The sentence that tells why no token can be requested (no secret, no address, a secret that cannot be decrypted now), or `null`. */
  readonly missing: string | null;
}

export interface StateDescription {
  readonly state: TokenState;
  readonly reason: string;
  readonly since: number;
  readonly retryAt: number | null;
}

const RENEWING_REASONS: Record<IssuanceCause, string> = {
  start: 'The first token is being issued.',
  expiry: 'The token is being renewed because it is due.',
  unauthorized: 'The token is being renewed because the service did not accept it (401).',
  diedEarly: 'The token is being renewed because it was refused on two operations that had worked with it.',
  program: 'A token is being issued because another program needs one.',
  person: 'A new token is being issued because you asked for it.',
  unknown: 'A token is being issued.',
};

const EXPIRY_IN_DOUBT =
  'By this machine’s clock the token has expired, but that clock is not yet compared with the service’s: the next request tries the token, which costs nothing.';
const OUTLIVES_EXPIRY =
  'By this machine’s clock the token has expired, but the service has accepted it since, so requests still use it.';
const STILL_TRIED = 'Requests still try the token that has expired by this machine’s clock, which costs nothing.';

const DOUBTED =
  'The service answers this token with 401 before its time. It stays in use until it can be replaced, because trying it costs nothing.';

/** Returns the state of a credential's token, with the reason as a sentence. Times are only in the fields beside the reason. */
export function tokenStateOf(facts: StateFacts): StateDescription {
  const { now, token, issuing } = facts;
  // A block by a used-up quota ends at its time; other blocks last until an attempt succeeds.
  const isOver = facts.block?.state === 'blocked' && facts.block.retryAt !== null && facts.block.retryAt <= now;
  const block = isOver ? null : facts.block;
  if (issuing)
    return { state: 'renewing', reason: RENEWING_REASONS[issuing.cause], since: issuing.since, retryAt: null };
  if (block?.state === 'rejected') return rejectedState(facts, block);
  if (token && !token.refused && !token.expired) return usableState({ ...facts, block }, token);
  const unusable = block ? blockedState(block) : unusableState(facts);
  const isTried = token !== null && !token.refused && (block !== null || unusable.state === 'blocked');
  return isTried ? { ...unusable, reason: `${unusable.reason} ${STILL_TRIED}` } : unusable;
}

const blockedState = ({ state, error, at, retryAt }: Block): StateDescription => ({
  state,
  reason: describeError(error).sentence,
  since: at,
  retryAt,
});

function rejectedState(facts: StateFacts, block: Block): StateDescription {
  const { token } = facts;
  const unusable = 'No token is requested until the credentials change.';
  const used = token?.expired
    ? `${unusable} ${STILL_TRIED}`
    : `The current token is used until it expires; ${lowerFirst(unusable)}`;
  const next = token && !token.refused ? used : unusable;
  const reason = `${describeError(block.error).sentence} ${next}`;
  return { state: 'rejected', reason, since: block.at, retryAt: null };
}

function usableState(facts: StateFacts, token: NonNullable<StateFacts['token']>): StateDescription {
  const { now, block, quota, reserve, missing } = facts;
  const notes = token.notes.map((note) => ` ${note}`).join('');
  if (token.doubtedSince !== null && now < token.dueAt) {
    const kept = quota.mayIssue ? '' : ` ${noSlotText(quota)}`;
    return { state: 'due', reason: `${DOUBTED}${kept}`, since: token.doubtedSince, retryAt: quota.nextSlotAt };
  }
  if (now < token.dueAt)
    return {
      state: 'valid',
      reason: `The token is valid and reused for every request.${notes}`,
      since: token.issuedAt,
      retryAt: null,
    };
  const due = { state: 'due' as const, since: token.dueAt };
  if (now >= token.expiresAt)
    return { ...due, reason: token.outlives ? OUTLIVES_EXPIRY : EXPIRY_IN_DOUBT, retryAt: null };
  const until = 'The token is used until it expires.';
  if (block) return { ...due, reason: `${describeError(block.error).sentence} ${until}`, retryAt: block.retryAt };
  if (missing) return { ...due, reason: `${missing} ${until}`, retryAt: null };
  if (!quota.mayIssue) return { ...due, reason: `${noSlotText(quota)} ${until}`, retryAt: quota.nextSlotAt };
  if (onlyReserveLeft(quota, reserve))
    return { ...due, reason: `${reserveText(reserve)} ${until}`, retryAt: automaticSlotAt(quota, reserve) };
  const reason = `The token is due: the next request renews it, and this one is used meanwhile.${notes}`;
  return { ...due, reason, retryAt: null };
}

function unusableState(facts: StateFacts): StateDescription {
  const { token, quota, reserve, missing, tokenlessSince } = facts;
  const since = token ? Math.min(token.expiresAt, facts.now) : tokenlessSince;
  if (missing) return { state: token ? 'expired' : 'none', reason: missing, since, retryAt: null };
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
    const reason = 'The service no longer accepts the token (401); the next request renews it.';
    return { state: 'expired', reason, since, retryAt: null };
  }
  if (token) {
    const reason = 'The token has expired; the next request renews it.';
    return { state: 'expired', reason, since, retryAt: null };
  }
  return { state: 'none', reason: 'There is no token yet; the first request issues one.', since, retryAt: null };
}

const reserveText = (reserve: number): string =>
  `The last ${reserve === 1 ? 'slot is' : `${reserve} slots are`} reserved for emergencies, so no token is issued until a person asks for one.`;

function noSlotText(quota: TokenQuota): string {
  const { unconfirmed = 0, doubt } = quota;
  const unclear = `${unconfirmed === 1 ? '1 of them is' : `${unconfirmed} of them are`} unconfirmed, so you may still request one yourself.`;
  return [usedUpText(quota), doubt, unconfirmed > 0 ? unclear : null].filter((text) => text).join(' ');
}

function usedUpText(quota: TokenQuota): string {
  if (quota.basis === 'server')
    return `The token endpoint reports that no ${quota.unit === 'renewals' ? 'renewal' : 'issuance'} is left.`;
  const window = quota.basis === 'rolling' ? 'of the last 24 hours' : 'of this day (UTC)';
  return `All ${quota.limit} ${quota.unit} ${window} are used, so no token is issued.`;
}
