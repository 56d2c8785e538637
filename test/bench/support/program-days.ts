/** Programs in virtual time: a day of cron jobs and agents with each token strategy and with the real gateway, and an hour of clicks beside busy programs. */
import { randomBytes } from 'node:crypto';
import { OperationStore } from '../../../src/main/api/operation-store.ts';
import { Budgets } from '../../../src/main/gateway/budgets.ts';
import { requestCommand } from '../../../src/main/gateway/commands/request.ts';
import type { Piece } from '../../../src/main/gateway/conversation.ts';
import { Gateway, type GatewayDeps } from '../../../src/main/gateway/gateway.ts';
import { Programs } from '../../../src/main/gateway/programs.ts';
import type { Wire } from '../../../src/main/http/wire.ts';
import { Sealer } from '../../../src/main/vault/sealer.ts';
import type { Api } from '../../../src/shared/model/primitives.ts';
import { NEW_PROGRAM } from '../../../src/shared/model/program.ts';
import { MemoryDocument } from '../../support/memory-document.ts';
import { slidingLogServer } from '../../support/rate-servers/models.ts';
import { SequenceRandom } from '../../support/sequence-random.ts';
import { storesIn } from '../../support/stores-in.ts';
import { BOOKING_RULES } from './latchkey-pacer.ts';
import { openParts } from './latchkey-subject.ts';
import { OfficeMachine, OfficeProcess } from './office-machine.ts';
import { DAY, HOUR, MINUTE } from './office-script.ts';
import { percentile } from './percentile.ts';
import type { CallOutcome, Subject } from './subject.ts';
import { type ServerAnswer, TokenServer } from './token-server.ts';
import { settle, VirtualTime } from './virtual-time.ts';

const BEGIN = Date.UTC(2026, 10, 2);
/** The calls of an agent, one after the other. */
const AGENT_CALLS = 10;
type Outcome = Exclude<CallOutcome, 'forbidden'>;
/** The errors of a program for which there is no token. */
const TOKEN_ERRORS = ['tokenWithheld', 'tokenNeeded', 'quotaExhausted'];

/** The service with a rate limit, counted by a sliding log. */
class LimitedServer extends TokenServer {
  readonly rate = slidingLogServer(BOOKING_RULES);
  readonly #now: () => number;

  constructor(time: VirtualTime) {
    super(time);
    this.#now = () => time.now();
  }

  override call(api: Api, operation: string, authorization: string | null): ServerAnswer {
    const { accepted, headers } = this.rate.arrive(this.#now());
    if (accepted) return super.call(api, operation, authorization);
    const date = new Date(this.#now()).toUTCString();
    return { status: 429, headers: new Headers({ ...headers, date }), body: '{}', issuance: null };
  }
}

function newWorld() {
  const time = new VirtualTime(BEGIN);
  const server = new LimitedServer(time);
  const machine = new OfficeMachine(time, server, new SequenceRandom(77));
  // The network of the bench of the limiter.
  machine.callMs = [10, 90];
  const start = () => new OfficeProcess(machine, () => {});
  return { time, server, start, pause: (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve)) };
}

/** The app with its door for programs, and a key for each of them. */
async function openGateway(process: OfficeProcess, programs: number, network: Wire = process.wire) {
  const parts = await openParts(process, { rules: BOOKING_RULES, network });
  const { connection, vault, pipeline, tokens, limiterOf, clockOf, random, log } = parts;
  const operations = new OperationStore({ document: new MemoryDocument() });
  const sealer = new Sealer(randomBytes(32));
  const database = storesIn().inConsole({ what: 'The programs' });
  const { clock } = process;
  const known = new Programs({ database, key: { sealer: async () => sealer }, connections: vault, clock, log });
  const gateway = new Gateway({
    isAllowed: async () => true,
    isLocked: () => false,
    isStopped: async () => false,
    ...{ pipeline, tokens, limiterOf, clockOf, clock, random, log, programs: known, connections: vault },
    budgets: new Budgets({ rulesOf: (id, api) => limiterOf(id, api).rules, clockOf }),
    commands: { request: requestCommand({ operations }) },
    operationsOf: () => operations.list(connection),
    apiOf: () => 'openApi',
    // Nothing that asks a person, listens or serves agents is used here.
  } as unknown as GatewayDeps);
  const keys: string[] = [];
  for (let at = 0; at < programs; at += 1) {
    const rights = { ...NEW_PROGRAM, paths: [], connectionId: connection.id, perDay: 100_000, name: `program ${at}` };
    keys.push((await known.create(rights)).key);
  }
  /** Runs `latchkey request GET /v1/listings` as the program. */
  const ask = async (program: number): Promise<Outcome> => {
    const call = { folder: '/', key: keys[program] ?? null, name: null, input: null };
    const args = ['request', 'GET', '/v1/listings', '--json', '--wait', '60'];
    let text = '';
    const send = async (piece: Piece): Promise<void> => {
      if ('out' in piece) text += piece.out;
    };
    await gateway.answer({ ...call, args }, send, new AbortController().signal);
    const { ok, error } = JSON.parse(text);
    return ok ? 'done' : TOKEN_ERRORS.includes(error.code) ? 'lockedOut' : 'failed';
  };
  const close = async () => {
    await known.close();
    parts.stop();
  };
  return { ...parts, ask, close };
}

/** Calls the service once for a program. `lockedOut`: there is no token, and none may be issued. */
type Call = () => Promise<Outcome>;

export interface ProgramDay {
  readonly issuances: number;
  /** Answers of 429, of the token endpoint and of the API. */
  readonly tooMany: number;
  /** From a start without a token to the program's next with one, on average of the programs. */
  readonly lockoutMinutes: number;
  readonly failed: number;
}

/** Runs 24 hours: each program is started every 15 minutes, and three times as an agent with more calls. `begin` starts the program `at`. */
async function runDay(
  programs: number,
  { time, server, pause }: ReturnType<typeof newWorld>,
  begin: (at: number) => Call,
) {
  let [failed, lockoutMs] = [0, 0];
  const program = async (at: number): Promise<void> => {
    const starts = [
      ...Array.from({ length: 96 }, (_, slot) => ({ after: slot * 15 * MINUTE, calls: 1 })),
      ...[3, 9, 15].map((hour) => ({ after: hour * HOUR + 5 * MINUTE, calls: AGENT_CALLS })),
    ].sort((one, other) => one.after - other.after);
    let lockedSince: number | null = null;
    for (const { after, calls } of starts) {
      await pause(BEGIN + after - time.now());
      const call = begin(at);
      for (let count = 0; count < calls; count += 1) {
        const outcome = await call();
        if (outcome !== 'done') failed += 1;
        if (outcome === 'lockedOut') lockedSince ??= time.now();
        else if (lockedSince !== null) {
          lockoutMs += time.now() - lockedSince;
          lockedSince = null;
        }
      }
    }
    if (lockedSince !== null) lockoutMs += BEGIN + DAY - lockedSince;
  };
  const all = Promise.all(Array.from({ length: programs }, (_, at) => program(at)));
  await settle();
  await time.advanceTo(BEGIN + DAY);
  await all;
  const lockoutMinutes = lockoutMs / MINUTE / programs;
  const tooMany = server.refusedForQuota + server.rate.rateLimited;
  return { issuances: server.of('openApi').length, tooMany, lockoutMinutes, failed };
}

/** Runs the day of programs that request tokens themselves; each start is a process. */
export function dayOf(subject: Subject, programs: number): Promise<ProgramDay> {
  const world = newWorld();
  return runDay(programs, world, () => {
    const running = subject.start(world.start());
    return async () => {
      const outcome = await (await running).call('openApi', 'listings');
      return outcome === 'forbidden' ? 'failed' : outcome;
    };
  });
}

/** Runs the day of programs that ask the app. */
export async function dayOfGateway(programs: number): Promise<ProgramDay> {
  const world = newWorld();
  const gateway = await openGateway(world.start(), programs);
  const day = await runDay(programs, world, (at) => () => gateway.ask(at));
  await gateway.close();
  return day;
}

/** Runs an hour in which each program asks again as soon as it is answered, and a person clicks every 7 to 23 seconds. */
export async function clicksBeside(programs: number) {
  const { time, server, start, pause } = newWorld();
  const process = start();
  const waits: number[] = [];
  const gateway = await openGateway(process, programs, (request, about) => {
    if (about.lane === 'interactive' && about.attempt === 1) waits.push(process.clock.now() - about.queuedAt);
    return process.wire(request, about);
  });
  const { connection, pipeline } = gateway;
  const end = BEGIN + HOUR;
  const done = Array.from({ length: programs }, () => 0);
  let refused = 0;
  const busy = async (at: number): Promise<void> => {
    while (time.now() < end) {
      if ((await gateway.ask(at)) === 'done') done[at] = (done[at] ?? 0) + 1;
      else {
        refused += 1;
        await pause(1_000);
      }
    }
  };
  const random = new SequenceRandom(78);
  const person = async (): Promise<void> => {
    for (;;) {
      await pause(15_000 * (0.5 + random.fraction()));
      if (time.now() >= end) return;
      const click = {
        connectionId: connection.id,
        credentialId: connection.openApi?.id ?? '',
        api: 'openApi',
      } as const;
      const url = `${connection.addresses.baseUrl}/v1/listings`;
      const what = {
        operation: 'click',
        title: 'click',
        method: 'GET',
        headers: [],
        body: null,
        repeatable: true,
      } as const;
      await pipeline.send({ ...click, ...what, url });
    }
  };
  const all = Promise.all([person(), ...done.map((_, at) => busy(at))]);
  await settle();
  await time.advanceTo(end + 2 * MINUTE);
  await all;
  await gateway.close();
  const sum = done.reduce((total, count) => total + count, 0);
  const squares = done.reduce((total, count) => total + count ** 2, 0);
  return {
    ...{ clicks: waits.length, p99: percentile(waits, 0.99), answered: sum, refused },
    fairness: sum ** 2 / (programs * squares),
    tooMany: server.rate.rateLimited,
  };
}
