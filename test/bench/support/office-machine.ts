/** The office's machine: a clock that can be wrong, sleep, a network, and a process that can be killed anywhere. */

import { Answer } from '../../../src/main/http/answer.ts';
import { NoAnswer } from '../../../src/main/http/no-answer.ts';
import type { ExchangeContext, Wire } from '../../../src/main/http/wire.ts';
import type { Clock, Random } from '../../../src/main/platform/ports.ts';
import { AppError } from '../../../src/shared/app-error.ts';
import type { Api } from '../../../src/shared/model/primitives.ts';
import type { CrashPoint } from './office-script.ts';
import type { ServedIssuance, ServerAnswer, TokenServer } from './token-server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Faults for the next issuances of an API. */
interface ArmedFaults {
  readonly crashes: CrashPoint[];
  losses: number;
}

export class OfficeMachine {
  readonly time: VirtualTime;
  readonly server: TokenServer;
  readonly random: Random;
  readonly armed: Record<Api, ArmedFaults> = {
    openApi: { crashes: [], losses: 0 },
    booking: { crashes: [], losses: 0 },
  };
  /** The error of the machine's clock. */
  offsetMs = 0;
  /** The least and the most time of a call on each way, in ms; a token request takes longer. */
  callMs: readonly [low: number, high: number] = [20, 150];
  /** How often the machine fell asleep; requests in flight at that moment are lost. */
  sleeps = 0;
  #awake: Promise<void> | null = null;
  #sleptMs = 0;
  #asleepSince = 0;
  #wake: () => void = () => {};

  constructor(time: VirtualTime, server: TokenServer, random: Random) {
    this.time = time;
    this.server = server;
    this.random = random;
  }

  sleep(): void {
    this.sleeps += 1;
    this.#asleepSince = this.time.now();
    this.#awake ??= new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#sleptMs += this.time.now() - this.#asleepSince;
    this.#awake = null;
    this.#wake();
  }

  /** Resolves when the machine is awake. */
  async awake(): Promise<void> {
    await this.#awake;
  }

  /** A monotonic clock in ms; it stops while the machine sleeps. */
  monotonicMs(): number {
    return (this.asleep ? this.#asleepSince : this.time.now()) - this.#sleptMs;
  }

  get asleep(): boolean {
    return this.#awake !== null;
  }
}

const never = <Value>(): Promise<Value> => new Promise<Value>(() => {});

/** One process of the client, with its clock and its network. Nothing of it works after its death. */
export class OfficeProcess {
  alive = true;
  readonly machine: OfficeMachine;
  readonly #onDeath: () => void;
  /** An answered issuance that the process dies before keeping. */
  #unkept: ServedIssuance | null = null;

  constructor(machine: OfficeMachine, onDeath: () => void) {
    this.machine = machine;
    this.#onDeath = onDeath;
  }

  /** The machine's clock. Alarms that ring while the machine sleeps ring when it wakes. */
  readonly clock: Clock = {
    now: () => this.machine.time.now() + this.machine.offsetMs,
    after: (delayMs, run) =>
      this.machine.time.after(delayMs, () => {
        const ring = () => {
          if (this.alive) run();
        };
        if (this.machine.asleep) void this.machine.awake().then(ring);
        else ring();
      }),
    face: () => ({ anchorMachine: this.clock.now(), anchorVirtual: this.clock.now(), rate: 1 }),
  };

  kill(): void {
    if (!this.alive) return;
    this.alive = false;
    if (this.#unkept) this.#unkept.fault = 'crash';
    this.#onDeath();
  }

  /** Call before a write; false when the process died before it. */
  writes(what: { readonly api: Api; readonly isLedgerLine: boolean } | null): boolean {
    if (!this.alive) return false;
    if (what?.isLedgerLine && this.#takeCrash(what.api, ['beforeLine'])) this.kill();
    if (what === null && this.#unkept) this.kill();
    return this.alive;
  }

  /** The network: a request of the operation `token` is a token request. Half of its time is the way to the server, half the way back. */
  readonly wire: Wire = async (request, about): Promise<Answer> => {
    const { machine } = this;
    const isToken = about.operation === 'token';
    if (!this.alive) return never();
    if (isToken && this.#takeCrash(about.api, ['beforeLine', 'afterLine'])) this.kill();
    if (!this.alive) return never();
    const { sleeps } = machine;
    const [low, high] = isToken ? [100, 700] : machine.callMs;
    const halfMs = (low + machine.random.fraction() * (high - low)) | 0;
    await this.#pause(halfMs);
    const answer = this.#ask(request, about);
    const { issuance } = answer;
    if (issuance && !this.alive) issuance.fault = 'crash';
    if (issuance && this.#takeCrash(about.api, ['afterSend'])) {
      issuance.fault = 'crash';
      this.kill();
    }
    const lost = issuance !== null && this.#takeLoss(about.api);
    await this.#pause(halfMs);
    if (issuance && !this.alive) issuance.fault = 'crash';
    if (!this.alive) return never();
    if (lost || machine.sleeps !== sleeps) {
      if (issuance) issuance.fault = lost ? 'lost' : 'sleep';
      await machine.awake();
      const detail = { host: 'service.test', reason: 'the connection was closed', exchangeId: null };
      throw new AppError('unreachable', detail, { cause: new NoAnswer(true) });
    }
    if (issuance && this.#takeCrash(about.api, ['beforeKept'])) {
      this.#unkept = issuance;
      // A subject that keeps nothing dies too.
      machine.time.after(1, () => this.kill());
    }
    const { status, headers, body: text } = answer;
    return new Answer({ exchangeId: 'exchange', status, headers, text, receivedAt: this.clock.now() });
  };

  #ask(request: Request, about: ExchangeContext): ServerAnswer {
    const { server } = this.machine;
    return about.operation === 'token'
      ? server.token(about.api)
      : server.call(about.api, about.operation, request.headers.get('authorization'));
  }

  #takeCrash(api: Api, points: readonly CrashPoint[]): boolean {
    const { crashes } = this.machine.armed[api];
    const [next] = crashes;
    if (!this.alive || next === undefined || !points.includes(next)) return false;
    crashes.shift();
    return true;
  }

  #takeLoss(api: Api): boolean {
    const armed = this.machine.armed[api];
    if (armed.losses === 0) return false;
    armed.losses -= 1;
    return true;
  }

  #pause(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.machine.time.after(forMs, resolve);
    });
  }
}
