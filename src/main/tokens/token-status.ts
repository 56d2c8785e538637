/** The status of a token as it is published to the renderer. */
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Connection, Credential, QuotaReset } from '../../shared/model/connection.ts';
import type { Issuance, IssuanceCause, TokenStatus } from '../../shared/model/token.ts';
import type { TokenRules } from '../../shared/model/token-rules.ts';
import { describeError } from '../../shared/text/error-text.ts';
import { latestAt, QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';
import type { StoredToken } from '../vault/stored-token.ts';
import type { Vault } from '../vault/vault.ts';
import { currentQuota, type QuotaDeps } from './current-quota.ts';
import { type CurrentToken, dueAt } from './current-token.ts';
import { type ForeignIssuances, findForeignIssuances, foreignUse } from './foreign-use.ts';
import type { LedgerView } from './ledger.ts';
import { type Block, tokenStateOf } from './token-state.ts';

export interface TokenManagerFacts {
  readonly current: CurrentToken;
  readonly issuing: { readonly since: number; readonly cause: IssuanceCause } | null;
  readonly block: Block | null;
  readonly lastError: ErrorData | null;
  readonly lastGeneration: number;
  readonly tokenlessSince: number;
  /** Whether a stored token is being read; its key store may first ask the person. */
  readonly isReading: boolean;
}

type StatusDeps = QuotaDeps & { readonly vault: Pick<Vault, 'tokenStorage'> };

/** Makes the token status of a credential for the screen. Throws `notFound`. */
export function statusOf(deps: StatusDeps, credentialId: string, facts: TokenManagerFacts): TokenStatus {
  const { connection, credential, view, rules, quota } = currentQuota(deps, credentialId);
  const { current, lastError } = facts;
  const { token } = current;
  const now = deps.clock.now();
  const due = token && dueAt(token, connection.renewalMarginMinutes * 60_000);
  const state = tokenStateOf({
    now,
    token:
      token && due !== null
        ? {
            ...{ ...token, dueAt: due, expired: current.expired, refused: current.refused, outlives: current.outlives },
            doubtedSince: current.unauthorizedSince,
            notes: notesOf(token, current),
          }
        : null,
    issuing: facts.issuing,
    block: facts.block,
    quota,
    reserve: connection.issuanceReserve,
    lastIssuanceAt: view.issuances.at(-1)?.at ?? null,
    tokenlessSince: facts.tokenlessSince,
    missing: missingPrerequisite(connection, credential, lastError) ?? (facts.isReading ? READING : null),
  });
  return {
    credentialId,
    api: credential.api,
    label: credential.label,
    ...state,
    generation: token?.generation ?? facts.lastGeneration,
    issuedAt: token?.issuedAt ?? null,
    dueAt: due,
    expiresAt: token?.expiresAt ?? null,
    scope: token?.scope ?? null,
    origin: token?.origin ?? null,
    storage: token ? storageOf(deps.vault.tokenStorage(credentialId)) : 'nowhere',
    quota,
    server: view.reported?.quota ?? null,
    issuances: ofLastDay(view.issuances, now),
    reserve: connection.issuanceReserve,
    foreignUse: foreignUse(foreignIssuances(view, rules, connection.quotaReset), now),
    refusals: current.refusals,
    lastError,
  };
}

const foundIn = new WeakMap<LedgerView, { readonly history: string; readonly found: readonly ForeignIssuances[] }>();

/** The foreign issuances in a view of the ledger, calculated once for each view. */
function foreignIssuances(view: LedgerView, rules: TokenRules, reset: QuotaReset): readonly ForeignIssuances[] {
  const history = `${reset} ${rules.unit} ${rules.limit}`;
  const known = foundIn.get(view);
  if (known?.history === history) return known.found;
  const found = findForeignIssuances({ rules, reset, ...view });
  foundIn.set(view, { history, found });
  return found;
}

const LOOKS_DEAD = 'Two operations that had worked with it have been refused (403) since.';
const notesOf = (token: StoredToken, { looksDead }: CurrentToken): readonly string[] =>
  looksDead ? [...token.notes, LOOKS_DEAD] : token.notes;

/** The storage of an existing token: `memory` when no other place can hold it. */
const storageOf = (storage: TokenStatus['storage']): TokenStatus['storage'] =>
  storage === 'nowhere' ? 'memory' : storage;

const ofLastDay = (issuances: readonly Issuance[], now: number): Issuance[] =>
  issuances.filter((issuance) => latestAt(issuance) + QUOTA_WINDOW_MS > now).slice(-100);

const READING = 'The stored token is not read yet: the key store of this computer has not answered yet.';

/** The sentence about a step that a person must take before a token can be requested at all, or `null`. */
function missingPrerequisite(
  connection: Connection,
  credential: Credential,
  lastError: ErrorData | null,
): string | null {
  const key = ADDRESS_KEYS[credential.api].token;
  if (connection.addresses[key] === null)
    return `This connection has no ${ADDRESS_LABELS[key]}; enter it in Connections.`;
  if (credential.secret === 'missing') return 'No Client Secret is stored; enter it in Connections.';
  if (lastError?.code === 'secretUnreadable' || lastError?.code === 'storageFailed')
    return describeError(lastError).sentence;
  return null;
}
