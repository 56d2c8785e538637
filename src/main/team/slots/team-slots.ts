/**
 * The slots of one desktop of a team: asks the engine for each request (slot-script.ts), and uses the desktop's own instants while the engine does not
 * answer (time-division.ts). The limiter's own schedule stays in force beside it.
 */
import { type Lane, MAX_PACED_WINDOW_MS } from '../../../shared/model/rates.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Slot, Slots, SlotsView } from '../../traffic/limits/slots.ts';
import { type Engine, EngineError } from '../engine.ts';
import { EngineTrouble } from '../engine-trouble.ts';
import { readReply } from '../script-reply.ts';
import type { RecordProblem } from '../team-key.ts';
import { EngineTime } from './engine-time.ts';
import { CONTACT_MS, SILENT_MS, SLOT_SCRIPT, type SlotCall, SlotReply, slotKeys } from './slot-script.ts';
import { TimeDivision } from './time-division.ts';

/** A slot that is later than this goes back: the machine slept. */
const STALE_MS = 50;
/** The time from a call without reply to its repetition. */
const REPEAT_MS = 200;
/** The time from an answer to its report; a request that leaves meanwhile takes it along. */
const REPORT_MS = 1;
/** The reports of one call. */
const MAX_REPORTS = 1_000;
/** The longest wait that a reply may ask for; a timer holds no longer one. */
const MAX_AHEAD_MS = 2 * DAY_MS;
/** The arrivals that are kept to tell an engine that lost them. */
const MAX_ARRIVALS = 20_000;
/** Requests are spaced wider than the rate allows, because arrivals jitter by 80 ms. */
const SPACING = 1.01;

export interface TeamSlotsOptions {
  readonly engine: Pick<Engine, 'evaluate'>;
  /** The team's name in the engine. */
  readonly team: string;
  /** The desktop, as `person:machine`; the rate is shared by person. */
  readonly desktop: string;
  /** Distinguishes the calls of this process from those of an earlier one. */
  readonly run: string;
  readonly view: SlotsView;
  /** Reports replies that were not used; `null` once the engine is right again. */
  readonly onProblem: (problem: RecordProblem | null) => void;
}

/** The slot of a request that nothing limits. */
const FREE: Slot = { arrived: () => {}, unused: () => {} };

type Wish = Lane | '' | 'bye';

/** Clicks have calls of their own, so that they need not wait for the reply to another. */
const channelOf = (wish: Wish): SlotCall['channel'] => (wish === 'interactive' ? 'click' : 'other');

interface Call {
  readonly wish: Wish;
  readonly firstSentAt: number;
  /** The lengths of the windows that it asks about. */
  readonly windowsMs: readonly number[];
  readonly said: SlotCall;
  isRepeated: boolean;
  /** Stops the repetition. */
  disarm: () => void;
}

interface Report {
  readonly id: string;
  /** The arrival in the limiter's time; undefined for a slot that was not used. */
  readonly at?: number;
}

interface HeldSlot {
  readonly id: string;
  readonly at: number;
}

const isFresh = ({ at }: HeldSlot, now: number): boolean => now <= at + STALE_MS;

/** Reads the reply to a call. Throws an EngineError for one that is not the script's, or that answers another call. */
function replyTo({ call }: SlotCall, text: unknown): SlotReply {
  const reply = readReply(SlotReply, text);
  if (Math.max(reply.at, reply.askAt) > reply.now + MAX_AHEAD_MS) throw new EngineError('no reply of the script');
  if (reply.call !== call) throw new EngineError('the reply to another call', 'replayed');
  return reply;
}

export class TeamSlots implements Slots {
  readonly #options: TeamSlotsOptions;
  readonly #view: SlotsView;
  readonly #keys: readonly string[];
  readonly #time = new EngineTime();
  readonly #division = new TimeDivision();
  readonly #changed = new Emitter<void>();
  readonly #trouble: EngineTrouble;
  /** The calls in doubt or in flight, at most one of each channel, the oldest first. */
  readonly #calls = new Map<SlotCall['channel'], Call>();
  #callNumber = 0;
  /** The granted slots, the next one first. */
  readonly #held: HeldSlot[] = [];
  #reports: Report[] = [];
  /** The arrivals of the last hour, to tell an engine that lost them. */
  #arrivals: Report[] = [];
  /** When clicks and other requests may ask again. */
  #clickAt = Number.NEGATIVE_INFINITY;
  #bulkAt = Number.NEGATIVE_INFINITY;
  /** When the last call reached the engine, as far as that is certain, and its reply. */
  #reachedAt: number | null = null;
  #last: SlotReply | null = null;
  #refused: { readonly sentAt: number; readonly pauseMs: number } | null = null;
  #resumes = false;
  #disarm = (): void => {};
  #isClosed = false;

  constructor(options: TeamSlotsOptions) {
    this.#options = options;
    this.#view = options.view;
    this.#keys = slotKeys(options.team);
    this.#trouble = new EngineTrouble(options.onProblem);
  }

  get changed() {
    return this.#changed;
  }

  take(lane: Lane, now: number, ownAt: number): Slot | number | null {
    // Without rules there is nothing to share.
    if (this.#period === 0) return ownAt > now ? ownAt : FREE;
    for (let held = this.#held[0]; held; held = this.#held[0]) {
      if (now < Math.max(held.at, ownAt)) return Math.max(held.at, ownAt);
      this.#held.shift();
      if (isFresh(held, now)) return this.#slot(held.id);
      this.#reports.push({ id: held.id });
    }
    const [oldest] = this.#calls.values();
    // A click asks while it waits for the limiter's own pace.
    const waitMs = Math.max(0, ownAt - now);
    if (waitMs > (lane === 'interactive' ? this.#period : 0)) return ownAt;
    if (oldest && (oldest.isRepeated || this.#calls.has(channelOf(lane))))
      return waitMs > 0 ? ownAt : this.#withoutEngine(oldest, lane, now);
    const askAt = lane === 'interactive' ? this.#clickAt : this.#bulkAt;
    if (askAt > now) return askAt;
    this.#ask(lane, waitMs);
    return null;
  }

  refused(sentAt: number, pauseMs: number): void {
    this.#refused = { sentAt, pauseMs };
    this.#contact();
  }

  resumed(): void {
    this.#resumes = true;
    this.#contact();
  }

  close(): void {
    this.#giveBack(() => true);
    if (this.#last) this.#ask('bye');
    this.#isClosed = true;
    for (const { disarm } of this.#calls.values()) disarm();
    this.#disarm();
  }

  /** The own instant of this desktop, once it was silent long enough. */
  #withoutEngine({ firstSentAt }: Call, lane: Lane, now: number): Slot | number | null {
    const begin = firstSentAt + SILENT_MS;
    if (!this.#last || !this.#time.isKnown) return null;
    if (now < begin) return begin;
    const isClick = lane === 'interactive';
    const next = this.#division.next(this.#last.seat, this.#period, this.#onEngine(now), now - begin, isClick);
    if (!next) return null;
    const at = this.#onLimiter(next.at);
    if (at > now) return at;
    this.#division.use(next.index);
    return this.#slot(`${this.#options.desktop}:g${next.index}`);
  }

  #slot(id: string): Slot {
    return {
      arrived: (at) => {
        this.#reports.push({ id, at });
        this.#arrivals.push({ id, at });
        if (this.#arrivals.length > MAX_ARRIVALS) this.#arrivals.shift();
        // Until the engine knows the arrival it keeps a place free for longer.
        if (this.#calls.size === 0) this.#contactIn(REPORT_MS);
      },
      unused: () => this.#reports.push({ id }),
    };
  }

  /** How much longer the way to the service is than that of the team's fastest desktop. Instants of the engine mean arrivals by the fastest way. */
  get #detourMs(): number {
    const own = this.#view.fastestMs();
    return own === null || !this.#last ? 0 : Math.max(0, (own - this.#last.path) / 2);
  }

  /**
   * The time between two slots by our own rules, which all desktops have; 0 without rules. Reported limits count in the windows only, because the time
   * division must be the same for all.
   */
  get #period(): number {
    const own = this.#view.windows.all.filter(({ windowMs }) => windowMs <= MAX_PACED_WINDOW_MS);
    return SPACING * Math.max(0, ...own.map(({ windowMs, ownLimit }) => (ownLimit === null ? 0 : windowMs / ownLimit)));
  }

  /** How long before a slot the engine must grant it. */
  get #leadMs(): number {
    return this.#time.roundTripMs / 2 + this.#detourMs + this.#time.spreadMs;
  }

  #onEngine = (instant: number): number => this.#time.toEngine(instant) + this.#detourMs;

  #onLimiter = (instant: number): number => this.#time.toLimiter(instant) - this.#detourMs;

  /** Gives back slots for which there was no request in the end. */
  #giveBack(isUnwanted: (held: HeldSlot) => boolean): void {
    for (let index = this.#held.length - 1; index >= 0; index -= 1) {
      const held = this.#held[index];
      if (held && isUnwanted(held)) this.#reports.push({ id: held.id });
      if (held && isUnwanted(held)) this.#held.splice(index, 1);
    }
  }

  #ask(wish: Wish, waitMs = 0): void {
    if (this.#isClosed) return;
    const now = this.#view.now();
    this.#giveBack((held) => !isFresh(held, now));
    const windows = this.#view.windows.all;
    const reports = this.#reports.splice(0, MAX_REPORTS);
    const path = this.#view.fastestMs();
    const refused = this.#refused;
    const said: SlotCall = {
      desktop: this.#options.desktop,
      channel: channelOf(wish),
      call: `${this.#options.run}-${this.#callNumber++}`,
      epoch: this.#last?.epoch ?? '',
      seq: this.#last?.seq ?? 0,
      ...(this.#reachedAt === null || this.#calls.size > 0
        ? {}
        : { elapsed: now + this.#time.roundTripMs / 2 - this.#reachedAt }),
      reports: reports.map((it) => (it.at === undefined ? [it.id] : [it.id, this.#onEngine(it.at)])),
      windows: windows.map((window) => [
        Math.max(1, window.allowed - Math.ceil(window.otherClients(now))),
        window.windowMs,
      ]),
      lane: wish,
      lead: Math.max(this.#leadMs, waitMs - this.#time.roundTripMs / 2 + this.#detourMs),
      period: this.#period,
      guard: this.#time.guardMs,
      ...(path === null ? {} : { path }),
      ...(refused ? { refused: [this.#onEngine(refused.sentAt), refused.pauseMs] as const } : {}),
      ...(this.#resumes ? { resume: true as const } : {}),
    };
    this.#refused = null;
    this.#resumes = false;
    const windowsMs = windows.map(({ windowMs }) => windowMs);
    const call: Call = { wish, firstSentAt: now, windowsMs, said, isRepeated: false, disarm: () => {} };
    this.#calls.set(said.channel, call);
    void this.#send(call);
  }

  async #send(call: Call): Promise<void> {
    const sentAt = this.#view.now();
    // The time since the previous call is true of the first attempt only.
    const { elapsed, ...said } = call.said;
    const argument = JSON.stringify(call.isRepeated ? said : { ...said, elapsed });
    try {
      const reply = await this.#options.engine.evaluate(SLOT_SCRIPT, this.#keys, ['', argument]);
      this.#answered(call, sentAt, replyTo(call.said, reply));
    } catch (error) {
      // The call may have been counted, so it is repeated, and its reply will be the same.
      call.isRepeated = true;
      const waitMs = this.#trouble.failed(error, REPEAT_MS);
      if (!this.#isClosed) call.disarm = this.#view.after(waitMs, () => void this.#send(call));
      this.#changed.emit();
    }
  }

  #answered(call: Call, sentAt: number, reply: SlotReply): void {
    this.#trouble.succeeded();
    const now = this.#view.now();
    const last = this.#last;
    const hasLost = last !== null && (reply.epoch !== last.epoch || reply.seq <= call.said.seq);
    if (hasLost) this.#time.forget();
    if (!call.isRepeated || hasLost) this.#time.record(sentAt, now, reply.now);
    this.#reachedAt = call.isRepeated ? null : (sentAt + now) / 2;
    this.#calls.delete(call.said.channel);
    if (hasLost || last === null || reply.seq > last.seq) this.#last = reply;
    if (hasLost) {
      this.#arrivals = this.#arrivals.filter(({ at = 0 }) => at > now - HOUR_MS);
      this.#reports = [...this.#arrivals].reverse();
    }
    const askAt = Math.max(
      now + 1,
      this.#time.toLimiter(reply.askAt) - this.#time.roundTripMs / 2 + this.#time.spreadMs / 2,
    );
    // A first call that was repeated says nothing of the engine's time, so its instants mean nothing yet.
    if (!this.#time.isKnown) {
      if (reply.slot !== '') this.#reports.push({ id: reply.slot });
    } else if (reply.slot !== '') {
      this.#held.push({ id: reply.slot, at: this.#onLimiter(reply.at) });
      this.#held.sort((one, other) => one.at - other.at);
    } else if (call.wish === 'interactive') this.#clickAt = askAt;
    else if (call.wish !== '') this.#bulkAt = askAt;
    for (const [index, windowMs] of call.windowsMs.entries())
      this.#view.windows.byLength(windowMs)?.setTeamUse(reply.counts[index] ?? 0, now);
    const isUrgent = this.#refused !== null || this.#resumes || this.#reports.length > 0;
    this.#contactIn(isUrgent ? REPORT_MS : CONTACT_MS);
    this.#changed.emit();
  }

  #contactIn(ms: number): void {
    this.#disarm();
    if (!this.#isClosed) this.#disarm = this.#view.after(ms, () => this.#contact());
  }

  /** Calls the engine without a wish, unless a call is on its way. */
  #contact(): void {
    if (!this.#calls.has('other') && this.#period > 0) this.#ask('');
  }
}
