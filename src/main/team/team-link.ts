/** The link of one connection to its team's engine: shares limits and tokens, publishes this desktop's presence, and knows its own state. */
import type { TeamLink as LinkState } from '../../shared/model/team.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import { engineProblem } from './check-engine.ts';
import type { Engine } from './engine.ts';
import type { OpenEngine } from './engine-connection.ts';
import { TeamBook } from './issuance/team-book.ts';
import type { MemberBook } from './member-book.ts';
import type { Membership } from './membership.ts';
import { Presence, type Present } from './presence.ts';
import { RECORD_PROBLEMS, type RecordProblem, TeamKey } from './team-key.ts';
import type { TeamLimits } from './team-limits.ts';

/** The interval in ms at which a desktop publishes its presence; `RETRY_MS` while the engine does not answer. */
const SAY_MS = 15 * SECOND_MS;
const RETRY_MS = 2 * SECOND_MS;
/** The maximum age in ms of the list of desktops. */
const FRESH_MS = 2 * SECOND_MS;
/** The time in ms after which a desktop that reports nothing counts as away. */
export const AWAY_MS = 3 * SAY_MS;

export interface LinkDeps {
  readonly open: OpenEngine;
  readonly limits: TeamLimits;
  readonly rates: Pick<Limiters, 'snapshot'>;
  readonly clock: Clock;
  readonly serviceClock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called when the state of a link, or the known state of its team, has changed. */
  readonly onChanged: (connectionId: string) => void;
}

export const keyOf = ({ teamKey }: Membership): TeamKey => new TeamKey(Buffer.from(teamKey, 'base64'));

export class TeamLink {
  readonly connectionId: string;
  readonly membership: Membership;
  /** The keyed name of this desktop. */
  readonly desktop: string;
  readonly #deps: LinkDeps;
  readonly #key: TeamKey;
  readonly #engine: Engine;
  readonly #presence: Presence;
  readonly #books = new Set<MemberBook>();
  #state: LinkState;
  #present: readonly Present[] = [];
  #saidAt = Number.NEGATIVE_INFINITY;
  /** The present problems of the engine by the part that reported them: an API, a credential, or the list of desktops. */
  readonly #problems = new Map<string, RecordProblem>();
  #hasJoined = false;
  #disarm = (): void => {};
  #isClosed = false;

  constructor(deps: LinkDeps, connectionId: string, membership: Membership, books: readonly MemberBook[]) {
    this.#deps = deps;
    this.connectionId = connectionId;
    this.membership = membership;
    this.#key = keyOf(membership);
    this.desktop = this.#key.nameOf('desktop', membership.machine);
    this.#state = { state: 'connecting', since: deps.clock.now(), problem: null };
    this.#engine = deps.open({ address: membership.door, onFailure: (error) => this.#failed(error) });
    const { team } = membership;
    this.#presence = new Presence({ engine: this.#engine, team, key: this.#key, desktop: this.desktop });
    for (const book of books) this.add(book);
    void this.#engine.ready.then(() => this.#say()).catch(() => {});
  }

  get state(): LinkState {
    return this.#state;
  }

  get warning(): string | null {
    const newest = [...this.#problems.values()].at(-1);
    return newest ? RECORD_PROBLEMS[newest] : null;
  }

  /** Returns the desktops of the team. Reads the list from the engine unless it is fresh. */
  async present(): Promise<readonly Present[]> {
    if (this.#state.state === 'up' && this.#deps.clock.now() - this.#saidAt > FRESH_MS) await this.#say();
    return this.#present;
  }

  /** Shares the token of a credential. */
  add(book: MemberBook): void {
    const { random, serviceClock } = this.#deps;
    const { team, machine } = this.membership;
    this.#books.add(book);
    book.join(
      new TeamBook({
        ...{ engine: this.#engine, team, desktop: machine, key: this.#key, local: book.local },
        ...{ clock: serviceClock, random },
        onProblem: (problem) => this.#tell(book.local.credentialId, problem),
      }),
    );
  }

  remove(book: MemberBook): void {
    if (!this.#books.delete(book)) return;
    book.leave();
    this.#tell(book.local.credentialId, null);
  }

  /** Leaves the engine and closes the link. */
  close(): void {
    this.#isClosed = true;
    this.#disarm();
    for (const book of this.#books) book.leave();
    this.#deps.limits.leave(this.connectionId);
    void this.#presence.leave().catch(() => {});
    this.#engine.close();
  }

  async #say(): Promise<void> {
    this.#disarm();
    const { clock, rates, limits } = this.#deps;
    const { team, person, machine } = this.membership;
    const { groups } = rates.snapshot(this.connectionId);
    const sum = (of: (group: (typeof groups)[number]) => number) => groups.reduce((total, it) => total + of(it), 0);
    const requests = sum(({ lastHour }) => lastHour.reduce((total, count) => total + count, 0));
    let waitMs = SAY_MS;
    try {
      const { present, unreadable } = await this.#presence.say({ person, requests, queued: sum((it) => it.queued) });
      if (this.#isClosed) return;
      this.#present = present;
      this.#saidAt = clock.now();
      this.#tell('presence', unreadable > 0 ? 'otherKey' : null);
      this.#become('up', null);
      // A desktop that never reached the engine has no place in its time, so it keeps to its own limits until then.
      if (!this.#hasJoined)
        limits.join(this.connectionId, {
          ...{ team, machine, engine: this.#engine, onProblem: this.#tell },
          ...{ person: this.#key.nameOf('person', person.toLowerCase()) },
        });
      this.#hasJoined = true;
    } catch (error) {
      waitMs = RETRY_MS;
      // The connection has already said why it is down.
      if (this.#state.state !== 'down') this.#failed(error);
    }
    if (!this.#isClosed) this.#disarm = clock.after(waitMs, () => void this.#say());
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return;
    const { text } = engineProblem(error, this.membership.door);
    if (this.#state.state !== 'down' || this.#state.problem !== text)
      this.#deps.log.warn('the team’s server cannot be used', { problem: text });
    this.#become('down', text);
    if (!this.#hasJoined) return;
    this.#disarm();
    this.#disarm = this.#deps.clock.after(RETRY_MS, () => void this.#say());
  }

  #become(state: LinkState['state'], problem: string | null): void {
    const since = this.#state.state === state ? this.#state.since : this.#deps.clock.now();
    this.#state = { state, since, problem };
    this.#deps.onChanged(this.connectionId);
  }

  /** Stores the problem that a part reports, until the part reports another one or `null`. */
  #tell = (part: string, problem: RecordProblem | null): void => {
    if (problem && this.#problems.get(part) !== problem) this.#deps.log.warn(RECORD_PROBLEMS[problem]);
    this.#problems.delete(part);
    if (problem) this.#problems.set(part, problem);
  };
}
