/**
 * The slots of one desktop of a team. Asks the engine for a slot for each request (slot-script.ts), and uses the instants of its own seat while the
 * engine does not answer (time-division.ts). The limiter's own schedule applies as well.
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

/** How late a slot may be used, in ms. After that, for example after a sleep, it is given back. */
const STALE_MS = 50;
/** The time in ms after which a call without a reply is repeated. */
const REPEAT_MS = 200;
/** The time in ms from an answer to its report, unless an earlier call includes the report. */
const REPORT_MS = 1;
/** The time in ms after which a desktop that has not asked again counts as having no more work. */
const IDLE_MS = 250;
/** The maximum number of reports in one call. */
const MAX_REPORTS = 1_000;
/** The maximum wait that a reply may ask for, in ms; timers hold no longer one. */
const MAX_AHEAD_MS = 2 * DAY_MS;
/** The maximum number of arrivals that are kept for an engine that lost its data. */
const MAX_ARRIVALS = 20_000;
/** The factor by which slots are further apart than the rate requires, because arrivals jitter by 80 ms. */
const SPACING = 1.01;

export interface TeamSlotsOptions {
  readonly engine: Pick<Engine, 'evaluate'>;
  /** The team's name in the engine. */
  readonly team: string;
  /** The desktop, as `person:machine`. Persons share the rate equally, whatever the number of their desktops. */
  readonly desktop: string;
  /** A text that distinguishes the calls of this process from the calls of an earlier one. */
  readonly run: string;
  readonly view: SlotsView;
  /** Reports a reply that was not used; `null` once replies can be used again. */
  readonly onProblem: (problem: RecordProblem | null) => void;
}

/** The slot of a request without a limit. */
const FREE: Slot = { arrived: () => {}, unused: () => {} };

type Wish = Lane | '' | 'bye';

/** Returns the kind of call. Clicks have calls of their own, so that they do not wait for the reply to another call. */
const channelOf = (wish: Wish): SlotCall['channel'] => (wish === 'interactive' ? 'click' : 'other');

interface Call {
  readonly wish: Wish;
  readonly firstSentAt: number;
  /** The lengths of the windows in the call, in ms. */
  readonly windowsMs: readonly number[];
  readonly said: SlotCall;
  isRepeated: boolean;
  /** Cancels the repetition. */
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

/** Parses the reply to a call. Throws an EngineError for a reply that is not the script's, or that answers another call. */
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
  /** The calls without a reply, at most one of each kind, the oldest first. */
  readonly #calls = new Map<SlotCall['channel'], Call>();
  #callNumber = 0;
  /** The granted slots, the next one first. */
  readonly #held: HeldSlot[] = [];
  #reports: Report[] = [];
  /** The arrivals of the last hour, for an engine that lost its data. */
  #arrivals: Report[] = [];
  /** The instants from which clicks and other requests may ask again. */
  #clickAt = Number.NEGATIVE_INFINITY;
  #bulkAt = Number.NEGATIVE_INFINITY;
  /** The instant at which the last call reached the engine, null while uncertain, and the reply to it. */
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

  /** Uses the next instant of this desktop's seat after a long silence of the engine. Returns the slot, when to try again, or null without a seat. */
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

  /** The time in ms by which our requests travel longer to the service than those of the team's fastest desktop, for which the engine's instants hold. */
  get #detourMs(): number {
    const own = this.#view.fastestMs();
    return own === null || !this.#last ? 0 : Math.max(0, (own - this.#last.path) / 2);
  }

  /**
   * The time in ms between two slots by our own rules; 0 without rules. Reported limits do not count, because the time division must be the same on
   * all desktops.
   */
  get #period(): number {
    const own = this.#view.windows.all.filter(({ windowMs }) => windowMs <= MAX_PACED_WINDOW_MS);
    return SPACING * Math.max(0, ...own.map(({ windowMs, ownLimit }) => (ownLimit === null ? 0 : windowMs / ownLimit)));
  }

  /** How long before a slot the engine must grant it, in ms. */
  get #leadMs(): number {
    return this.#time.roundTripMs / 2 + this.#detourMs + this.#time.spreadMs;
  }

  #onEngine = (instant: number): number => this.#time.toEngine(instant) + this.#detourMs;

  #onLimiter = (instant: number): number => this.#time.toLimiter(instant) - this.#detourMs;

  /** Gives back the held slots that are not wanted any more. */
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
    const isIdle = wish === '' && this.#bulkAt < now - IDLE_MS;
    if (isIdle) this.#bulkAt = Number.NEGATIVE_INFINITY;
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
      ...(isIdle ? { idle: true as const } : {}),
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

  /** Calls the engine without asking for a slot, unless such a call is in flight. */
  #contact(): void {
    if (!this.#calls.has('other') && this.#period > 0) this.#ask('');
  }
}
