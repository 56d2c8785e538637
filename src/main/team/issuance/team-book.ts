/** The issuance book of a team: claims each token request in the engine and in the ledger, and shares the token (mint-script.ts, ADR 56). */
import { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import { type Issuance, IssuanceCause, IssuanceOutcome } from '../../../shared/model/token.ts';
import { jsonOrNull } from '../../../shared/text/json-or-null.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import type { Clock, Random } from '../../platform/ports.ts';
import type { Claimed, IssuanceBook, IssuanceClaim, LocalBook, SharedToken } from '../../tokens/issuance-book.ts';
import { CERTAINTY, type Settlement } from '../../tokens/ledger.ts';
import { Secret } from '../../vault/secret.ts';
import type { Engine } from '../engine.ts';
import { EngineTrouble } from '../engine-trouble.ts';
import { readReply } from '../script-reply.ts';
import type { RecordProblem, TeamKey } from '../team-key.ts';
import {
  MAX_RECORDS,
  MINT_SCRIPT,
  type MintCall,
  type MintRecord,
  MintReply,
  type MintToken,
  mintKeys,
} from './mint-script.ts';

/** The interval in ms at which a desktop reports its ledger. It is shorter than the time for which an engine that lost its data waits for reports. */
const CONTACT_MS = 4_000;
const RETRY_MS = 1_000;
/** The maximum number of calls of one claim without a reply. */
const TRIES = 2;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 2_000;
/** The maximum number of unused requests in a report. An older one may then count as used, which is safe; reporting all would crowd out issuances. */
const MAX_UNUSED = 20;
/** The number of slots that stay free: one for a request that the engine lost, or for the desktop that may request without the engine. */
const KEPT = 1;

export interface TeamBookOptions {
  readonly engine: Pick<Engine, 'evaluate'>;
  /** The team's name in the engine. */
  readonly team: string;
  /** Distinguishes this desktop from others. The engine gets only a keyed hash. */
  readonly desktop: string;
  readonly key: TeamKey;
  readonly local: LocalBook;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly random: Random;
  /** Reports a record or a reply of the engine that was not used; `null` once its errors have passed. */
  readonly onProblem: (problem: RecordProblem | null) => void;
}

/** The newest token that this desktop knows. `isShared`: the engine has returned it. */
interface TeamToken {
  readonly generation: number;
  readonly print: string;
  readonly sealed: string;
  readonly token: SharedToken;
  readonly isShared: boolean;
}

/** The sealed part of an issuance, which prevents the engine from inventing one. */
const IssuanceContent = z.strictObject({ cause: IssuanceCause, outcome: IssuanceOutcome, renewal: z.boolean() });

const TokenContent = z.strictObject({
  accessToken: z.string().min(1),
  tokenType: z.string(),
  scope: z.string().nullable(),
  issuedAt: z.number(),
  expiresAt: z.number(),
  notes: z.array(z.string()),
});

export class TeamBook implements IssuanceBook {
  readonly #options: TeamBookOptions;
  readonly #quota: string;
  readonly #desktop: string;
  #token: TeamToken | null = null;
  /** The generation of the engine's token in the last reply. */
  #engineGeneration = 0;
  /** The generation of the token that was known when a request was claimed, for each request of this desktop without an outcome. */
  readonly #own = new Map<string, number>();
  /** Requests that were claimed but never sent. */
  readonly #unused = new Map<string, Issuance>();
  /** The instant until which this desktop may request a token without the engine. */
  #spareUntil = Number.NEGATIVE_INFINITY;
  #sparesUsed = 0;
  #disarm: (() => void) | null = null;
  /** Whether waiting claims end without a request. */
  #isStopped = false;
  #isClosed = false;
  readonly #trouble: EngineTrouble;
  /** The wait before the engine is called again after a failed call, in ms. */
  #retryMs = RETRY_MS;

  constructor(options: TeamBookOptions) {
    this.#options = options;
    this.#trouble = new EngineTrouble(options.onProblem);
    this.#quota = options.key.nameOf('quota', options.local.quotaKey);
    this.#desktop = options.key.nameOf('desktop', options.desktop);
    this.#contactIn(0);
  }

  async claim(claim: IssuanceClaim): Promise<Claimed> {
    const { local, random, key } = this.#options;
    const { request, replaces } = claim;
    // The id names the desktop, so that everybody sees who used the quota.
    const [id, { cause }] = [`${this.#desktop}.${random.id()}`, request];
    const unwanted = new Set(replaces ? [key.nameOf('token', replaces.accessToken.reveal())] : []);
    let [unanswered, waits] = [0, 0];
    this.#own.set(id, 0);
    const checkOpen = () => {
      if (!this.#isStopped) return;
      this.#giveBack(id, cause);
      throw new AppError('cancelled', {});
    };
    for (;;) {
      checkOpen();
      const objection = local.objection(request, KEPT);
      const reply = await this.#call(objection ? null : { id, cause, unwanted: [...unwanted] }).catch((error) => {
        this.#giveBack(id, cause);
        throw error;
      });
      checkOpen();
      if (reply === null) {
        unanswered += 1;
        // An error would only come again.
        if (unanswered === TRIES || this.#trouble.isThere) return this.#withoutEngine(claim, id);
        continue;
      }
      const token = this.#token;
      // The reply brought all issuances of the team, so the ledger decides on what counted when the claim was granted.
      if (reply.goes) return this.#begin(claim, id, KEPT);
      if (
        token &&
        token.print === reply.token?.print &&
        !unwanted.has(token.print) &&
        this.#serves(token.token, claim)
      ) {
        this.#own.delete(id);
        return { kind: 'taken', token: token.token };
      }
      if (objection) {
        const now = local.objection(request, KEPT);
        if (!now) continue;
        this.#own.delete(id);
        throw now;
      }
      if (reply.token && !unwanted.has(reply.token.print)) unwanted.add(reply.token.print);
      else if (reply.wait > 0) {
        await this.#after(
          Math.min(reply.wait, MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** waits) * (0.5 + random.fraction() / 2),
        );
        waits += 1;
      } else {
        // The machine slept after the claim was granted, so it is open no longer.
        this.#giveBack(id, cause);
        return this.claim(claim);
      }
    }
  }

  settle(id: string, settlement: Settlement, token: SharedToken | null): void {
    this.#options.local.settle(id, settlement);
    const [claimedAt, current] = [this.#own.get(id) ?? 0, this.#token];
    this.#own.delete(id);
    // A colleague may have requested a token since, because this request took too long.
    const isOvertaken = current !== null && current.generation > claimedAt && token !== null;
    if (token && !(isOvertaken && current.token.expiresAt >= token.expiresAt)) this.#offer(token);
    this.#contactIn(0);
  }

  hold(token: SharedToken): void {
    const { key, clock } = this.#options;
    const { expiresAt, accessToken } = token;
    const current = this.#token;
    if (expiresAt <= clock.now() || current?.print === key.nameOf('token', accessToken.reveal())) return;
    if (!current || current.token.expiresAt < expiresAt) this.#offer(token);
  }

  /** Ends the claims; outcomes are still reported. */
  stop(): void {
    this.#isStopped = true;
  }

  close(): void {
    this.stop();
    this.#isClosed = true;
    this.#disarm?.();
  }

  /** Reports to the engine for the last time and gives up the spare slot. */
  leave(): void {
    void this.#call(null, true).catch(() => null);
    this.close();
  }

  /** Writes the claim to the ledger. Gives it back when that fails or when the ledger forbids the request. */
  async #begin(claim: IssuanceClaim, id: string, kept: number): Promise<Claimed> {
    const { local } = this.#options;
    this.#own.set(id, this.#token?.generation ?? 0);
    try {
      return await local.claim(claim, id, kept);
    } catch (error) {
      this.#giveBack(id, claim.request.cause);
      throw error;
    }
  }

  /** Reports to the engine that a request is not sent, because an earlier call may have recorded it. */
  #giveBack(id: string, cause: IssuanceCause): void {
    const at = this.#options.clock.now();
    this.#unused.set(id, { id, at, cause, renewal: false, outcome: 'refused', settledAt: at });
    this.#own.delete(id);
    const [oldest] = this.#unused.keys();
    if (oldest !== undefined && this.#unused.size > MAX_UNUSED) this.#unused.delete(oldest);
    this.#contactIn(0);
  }

  async #withoutEngine(claim: IssuanceClaim, id: string): Promise<Claimed> {
    const { local, clock } = this.#options;
    if (clock.now() >= this.#spareUntil) {
      this.#giveBack(id, claim.request.cause);
      throw new AppError('teamUnreachable', { label: local.label });
    }
    const claimed = await this.#begin(claim, id, 0);
    this.#spareUntil = Number.NEGATIVE_INFINITY;
    this.#sparesUsed += 1;
    return claimed;
  }

  #serves({ expiresAt }: SharedToken, { replaces, isRefused }: IssuanceClaim): boolean {
    if (expiresAt <= this.#options.clock.now()) return false;
    return replaces === null || isRefused || expiresAt > replaces.expiresAt;
  }

  /** Calls the engine and applies its reply; resolves with `null` without a reply. Throws `storageFailed`. */
  async #call(
    claim: { readonly id: string; readonly cause: IssuanceCause; readonly unwanted: readonly string[] } | null,
    leaves = false,
  ): Promise<MintReply | null> {
    const { engine, team, clock } = this.#options;
    const now = clock.now();
    const [token, sparesUsed] = [this.#token, this.#sparesUsed];
    const isOffered = token !== null && token.generation > this.#engineGeneration && token.token.expiresAt > now;
    const request = claim && {
      ...{ id: claim.id, at: now, cause: claim.cause, outcome: 'sent' as const },
      ...{ renewal: this.#options.local.wouldRenew(now), settledAt: null },
    };
    const said: MintCall = {
      ...{ desktop: this.#desktop, known: this.#known(now) },
      ...(leaves && { leaves }),
      ...(request && { claim: { record: this.#recordOf(request, now), unwanted: claim.unwanted } }),
      ...(isOffered && {
        token: {
          ...{ generation: token.generation, print: token.print, sealed: token.sealed },
          ttl: Math.round(token.token.expiresAt - now),
        },
      }),
    };
    let reply: MintReply;
    try {
      const text = await engine.evaluate(MINT_SCRIPT, mintKeys(team, this.#quota), ['', JSON.stringify(said)]);
      reply = readReply(MintReply, text);
    } catch (error) {
      this.#retryMs = this.#trouble.failed(error, RETRY_MS);
      return null;
    }
    this.#trouble.succeeded();
    if (this.#isClosed) return null;
    this.#learn(reply.records, said.known);
    this.#followToken(reply);
    // A reply to an earlier call than the spare's use does not give it again.
    if (sparesUsed === this.#sparesUsed)
      this.#spareUntil = reply.spare ? clock.now() + DAY_MS : Number.NEGATIVE_INFINITY;
    return reply;
  }

  #known(now: number): MintRecord[] {
    const issuances = [...this.#options.local.issuances, ...this.#unused.values()];
    const recent = issuances.filter(({ at, id }) => now - at < 2 * DAY_MS && !id.startsWith('damaged-'));
    return recent.slice(-MAX_RECORDS).map((issuance) => this.#recordOf(issuance, now));
  }

  #recordOf({ id, at, settledAt, outcome, renewal, cause }: Issuance, now: number): MintRecord {
    const ageOf = (instant: number) => Math.max(0, Math.round(now - instant));
    const settledAge = settledAt === null ? null : ageOf(settledAt);
    const sealed = this.#options.key.seal(`${this.#quota}:${id}`, {
      ...{ generation: CERTAINTY[outcome] + 1, expiresAt: Number.MAX_SAFE_INTEGER },
      value: JSON.stringify({ cause, outcome, renewal } satisfies z.infer<typeof IssuanceContent>),
    });
    return { id, age: ageOf(at), settledAge, outcome, renewal, cause: sealed };
  }

  /** Adds issuances of colleagues to the ledger, unless they are not sealed with the team's key: the engine's owner can invent none. */
  #learn(records: readonly MintRecord[], said: readonly MintRecord[]): void {
    const { local, key, clock, onProblem } = this.#options;
    const now = clock.now();
    const known = new Set(local.issuances.map(({ id }) => id));
    const foreign = records.filter(
      ({ id, outcome }) =>
        // A refused request says something only of one that counted before.
        !this.#own.has(id) && !this.#unused.has(id) && (outcome !== 'refused' || known.has(id)),
    );
    const issuances = foreign.flatMap(({ id, age, settledAge, outcome, cause }): Issuance[] => {
      const before = said.find((one) => one.id === id);
      const seen = before ? CERTAINTY[before.outcome] + 1 : 0;
      const opened = key.open(`${this.#quota}:${id}`, cause, { seen, now });
      if ('problem' in opened) {
        onProblem(opened.problem);
        return [];
      }
      const content = IssuanceContent.safeParse(jsonOrNull(opened.record.value)).data;
      // The script calls a request lost whose outcome did not come.
      const isSame = content?.outcome === outcome || (content?.outcome === 'sent' && outcome === 'lost');
      if (!content || !isSame) {
        onProblem('changed');
        return [];
      }
      const settledAt = settledAge === null ? null : now - settledAge;
      return [{ id, at: now - age, settledAt, outcome, renewal: content.renewal, cause: content.cause }];
    });
    local.learn(issuances);
  }

  #followToken({ token, generation }: MintReply): void {
    const current = this.#token;
    this.#engineGeneration = generation;
    if (token && token.print === current?.print) {
      this.#token = { ...current, isShared: true };
      return;
    }
    if (current && generation < current.generation) {
      if (token && current.isShared) this.#options.onProblem('replayed');
      // It lost the token: it gets it back before it has learned enough to let somebody request another.
      if (current.isShared && current.token.expiresAt > this.#options.clock.now()) this.#contactIn(FIRST_WAIT_MS);
      return;
    }
    const theirs = token ? this.#opened(token) : null;
    const isBetter =
      theirs !== null && (!current || current.isShared || current.token.expiresAt <= theirs.token.expiresAt);
    if (isBetter) this.#token = theirs;
    // The engine's token has expired, cannot be used, or ends sooner than the one that this desktop brought.
    else if (current) this.#offer(current.token, theirs === null && current.isShared ? CONTACT_MS : 0);
  }

  /** Decrypts the engine's token. Reports a token that cannot be used, and returns `null`. */
  #opened(token: MintToken): TeamToken | null {
    const { key, clock, onProblem } = this.#options;
    const opened = key.open(this.#quota, token.sealed, { seen: this.#token?.generation ?? 0, now: clock.now() });
    const content = 'record' in opened ? readContent(opened.record.value) : null;
    const print = content && key.nameOf('token', content.accessToken.reveal());
    if ('record' in opened && content && print === token.print)
      return { ...token, generation: opened.record.generation, token: content, isShared: true };
    onProblem('problem' in opened ? opened.problem : 'changed');
    return null;
  }

  /** Seals a token of this desktop for the team. The next call sends it. */
  #offer(token: SharedToken, inMs = 0): void {
    const { key } = this.#options;
    const generation = Math.max(this.#engineGeneration, this.#token?.generation ?? 0) + 1;
    const accessToken = token.accessToken.reveal();
    const { tokenType, scope, issuedAt, expiresAt, notes } = token;
    const value = JSON.stringify({ accessToken, tokenType, scope, issuedAt, expiresAt, notes });
    const sealed = key.seal(this.#quota, { generation, expiresAt, value });
    this.#token = { generation, sealed, token, print: key.nameOf('token', accessToken), isShared: false };
    this.#contactIn(inMs);
  }

  #after(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(ms, resolve));
  }

  /** Reports to the engine after `ms`, and regularly from then on. */
  #contactIn(ms: number): void {
    this.#disarm?.();
    if (this.#isClosed) return;
    this.#disarm = this.#options.clock.after(ms, () => void this.#contact());
  }

  async #contact(): Promise<void> {
    this.#disarm = null;
    // A ledger that cannot be written is told when a token is needed.
    const reply = await this.#call(null).catch(() => null);
    if (this.#disarm === null) this.#contactIn(reply ? CONTACT_MS : this.#retryMs);
  }
}

function readContent(text: string): SharedToken | null {
  const content = TokenContent.safeParse(jsonOrNull(text)).data;
  return content ? { ...content, accessToken: new Secret(content.accessToken) } : null;
}
