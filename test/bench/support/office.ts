/** Runs a subject through a script and counts its issuances and failures. */
import type { Api } from '../../../src/shared/model/primitives.ts';
import { SequenceRandom } from '../../support/sequence-random.ts';
import { OfficeMachine, OfficeProcess } from './office-machine.ts';
import { DAY, MINUTE, type ScriptEvent } from './office-script.ts';
import type { CallOutcome, Running, Subject } from './subject.ts';
import { TokenServer } from './token-server.ts';
import { settle, VirtualTime } from './virtual-time.ts';

/** The time between the death of a process and its restart. */
const RESTART_MS = 20_000;

export interface Account {
  readonly issuances: number;
  /** Issuances whose answer an injected fault destroyed. */
  readonly faultIssuances: number;
  readonly permissionIssuances: number;
  /** The maximum within any 24 hours. */
  readonly maxInADay: number;
  readonly calls: number;
  /** Calls that failed because the token quota was used up. */
  readonly lockouts: number;
  /** Calls that failed, except for a missing permission or the end of their process. */
  readonly failed: number;
  /** Calls that the service refused because a permission is missing. */
  readonly forbidden: number;
}

export interface Outcome {
  readonly days: number;
  readonly accounts: Record<Api, Account>;
  readonly server: TokenServer;
}

type Tally = Record<CallOutcome | 'calls', number>;
const blank = (): Tally => ({ calls: 0, done: 0, forbidden: 0, failed: 0, lockedOut: 0 });

class Office {
  readonly server: TokenServer;
  readonly tallies: Record<Api, Tally> = { openApi: blank(), booking: blank() };
  readonly #time: VirtualTime;
  readonly #machine: OfficeMachine;
  readonly #subject: Subject;
  #process: OfficeProcess | null = null;
  #running: Running | null = null;
  /** Calls in flight, by API; calls of a dead process do not count as failures. */
  readonly #open = new Map<OfficeProcess, Record<Api, number>>();

  constructor(subject: Subject, startsAt: number) {
    this.#subject = subject;
    this.#time = new VirtualTime(startsAt);
    this.server = new TokenServer(this.#time);
    this.#machine = new OfficeMachine(this.#time, this.server, new SequenceRandom(77));
  }

  async run(script: readonly ScriptEvent[], endsAt: number): Promise<void> {
    await this.#start();
    for (const event of script) {
      await this.#time.advanceTo(event.at);
      await this.#apply(event);
    }
    await this.#time.advanceTo(endsAt + 10 * MINUTE);
    this.#running?.stop();
    // Calls that never ended count as failures.
    for (const [process, open] of this.#open)
      if (process.alive) for (const api of ['openApi', 'booking'] as const) this.tallies[api].failed += open[api];
  }

  async #apply(event: ScriptEvent): Promise<void> {
    const machine = this.#machine;
    switch (event.do) {
      case 'call':
        for (let turn = 0; turn < event.times; turn += 1) this.#call(event.api, event.operation);
        break;
      case 'restart':
        await this.#restart(event.killed);
        break;
      case 'crash':
        machine.armed[event.api].crashes.push(event.point);
        break;
      case 'lose':
        machine.armed[event.api].losses += 1;
        break;
      case 'sleep':
        machine.sleep();
        this.#time.after(event.forMs, () => {
          machine.wake();
          this.#running?.resumed();
        });
        break;
      case 'setClock':
        machine.offsetMs = event.offsetMs;
        break;
      case 'permit': {
        const name = `${event.api} ${event.operation}`;
        if (event.allowed) this.server.denied.delete(name);
        else this.server.denied.add(name);
        break;
      }
    }
    await settle();
  }

  #call(api: Api, operation: string): void {
    const [process, running] = [this.#process, this.#running];
    if (!process?.alive || !running) return;
    const tally = this.tallies[api];
    const open = this.#open.get(process) ?? { openApi: 0, booking: 0 };
    this.#open.set(process, open);
    tally.calls += 1;
    open[api] += 1;
    void running.call(api, operation).then((outcome) => {
      if (!process.alive) return;
      open[api] -= 1;
      tally[outcome] += 1;
    });
  }

  async #restart(killed: boolean): Promise<void> {
    if (!killed) this.#running?.stop();
    // A process that stops gracefully also drops its calls in flight.
    this.#process?.kill();
    await settle();
  }

  async #start(): Promise<void> {
    const process = new OfficeProcess(this.#machine, () => {
      this.#running?.stop();
      this.#running = null;
      this.#time.after(RESTART_MS, () => void this.#start());
    });
    this.#process = process;
    const running = await this.#subject.start(process);
    if (process.alive) this.#running = running;
  }
}

/** Runs a subject through `script`, which begins at `startsAt` and takes `days` days. */
export async function runOffice(
  subject: Subject,
  script: readonly ScriptEvent[],
  { startsAt, days }: { startsAt: number; days: number },
): Promise<Outcome> {
  const office = new Office(subject, startsAt);
  await office.run(script, startsAt + days * DAY);
  const { server, tallies } = office;
  const account = (api: Api): Account => {
    const issuances = server.of(api);
    const { calls, failed, lockedOut, forbidden } = tallies[api];
    return {
      issuances: issuances.length,
      faultIssuances: issuances.filter((issuance) => issuance.fault !== null).length,
      permissionIssuances: issuances.filter((issuance) => issuance.forPermission).length,
      maxInADay: Math.max(
        0,
        ...issuances.map(({ at }) => issuances.filter((other) => other.at > at - DAY && other.at <= at).length),
      ),
      calls,
      lockouts: lockedOut,
      failed: failed + lockedOut,
      forbidden,
    };
  };
  return { days, accounts: { openApi: account('openApi'), booking: account('booking') }, server };
}
