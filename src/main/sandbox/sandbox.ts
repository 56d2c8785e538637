/** The embedded sandbox: both APIs as a pure function from Request to Response, on a clock that can run faster than the machine's. */

import type { BookingOption } from '../../shared/model/connection.ts';
import type { SandboxCommand, SandboxState } from '../../shared/model/sandbox.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Document, Log, Random, Subscribable } from '../platform/ports.ts';
import { PUBLISH_INTERVAL_MS, SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import type { AdjustableClock } from './adjustable-clock.ts';
import { buildApp } from './app.ts';
import { CLIENTS, clientSecret } from './auth/clients.ts';
import { TokenIssuer } from './auth/token-issuer.ts';
import { NOT_LISTENING, runCommand, type ServerStatus, stateOf } from './control.ts';
import { Faults } from './http/faults.ts';
import { BOOKING_RATES, OPEN_API_RATES, RateLimit } from './http/rate-limit.ts';
import { MemoryWriter, readMemory, type SandboxMemory } from './memory.ts';
import type { Service } from './service.ts';
import { World } from './world/world.ts';

/** The credentials of the sandbox's own clients, in plain text: they give access to this sandbox only. */
interface SandboxCredentials {
  readonly openApi: { readonly clientId: string; readonly clientSecret: string };
  readonly applications: readonly {
    readonly label: string;
    readonly bookingOption: BookingOption;
    readonly clientId: string;
    readonly clientSecret: string;
  }[];
}

export interface Sandbox {
  /** Answers a request; rejects with a TypeError when a fault drops the connection. */
  fetch(request: Request): Promise<Response>;
  apply(command: SandboxCommand): SandboxState;
  state(): SandboxState;
  /** Emits after every command that changed something, and at most four times a second of real time while requests arrive. */
  readonly changed: Subscribable<SandboxState>;
  credentials(): SandboxCredentials;
  /** Sets the server's address, or the reason why it does not listen. */
  setStatus(status: ServerStatus): void;
  /** Writes the memory. Resolves when it is on disk, or when the write failed. */
  saved(): Promise<void>;
  /** Writes the memory for the last time. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly clock: AdjustableClock;
  readonly random: Random;
  readonly document: Pick<Document<SandboxMemory>, 'read' | 'write'>;
  readonly log: Log;
  /** The absolute path of resources/sandbox/pictures. */
  readonly picturesFolder: string;
  /** Whether the documented request rates of the Open API are enforced (service.md §4.3). Off by default. */
  readonly enforceOpenApiRates?: boolean;
}

export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, random, document, log } = options;
  const memory = readMemory(document, random, machineTime(clock), log);
  resumeClock(clock, memory.clock);

  let [closed, status] = [false, NOT_LISTENING];
  const changed = new Emitter<SandboxState>();
  const writer = new MemoryWriter(() => {
    memory.clock = clockRecord(clock, closed);
    return document.write(memory);
  }, log);
  const onMachine = (delayMs: number, run: () => void) => clock.after(delayMs * clock.face().rate, run);

  const publisher = new SnapshotPublisher({
    clock: { now: () => machineTime(clock), after: onMachine },
    delayMs: PUBLISH_INTERVAL_MS,
    read: () => stateOf(service, status, 0),
    publish: (state, revision) => changed.emit({ ...state, revision }),
  });
  const state = () => stateOf(service, status, publisher.revision);
  const service: Service = {
    memory,
    clock,
    random,
    log,
    tokens: new TokenIssuer(memory, random, () => clock.now()),
    faults: new Faults(),
    rates: {
      booking: new RateLimit(BOOKING_RATES),
      openApi: options.enforceOpenApiRates ? new RateLimit(OPEN_API_RATES) : null,
    },
    world: new World(memory, () => clock.now()),
    picturesFolder: options.picturesFolder,
    counters: { requests: 0, answered429: 0 },
    save: () => writer.save(),
    publishSoon: () => publisher.touch(),
  };

  let heartbeat: (() => void) | null = null;
  const scheduleHeartbeat = () => {
    heartbeat?.();
    heartbeat =
      clock.face().rate === 1 || closed
        ? null
        : onMachine(HEARTBEAT_MS, () => void writer.save().then(scheduleHeartbeat));
  };
  const unsubscribe = clock.onChanged(scheduleHeartbeat);
  const app = buildApp(service);
  // Not at once, because a write blocks this thread, and the first page waits for the sandbox.
  const cancelFirstSave = onMachine(2 * SECOND_MS, () => void writer.save());
  scheduleHeartbeat();

  return {
    fetch: async (request) => app.fetch(request),
    apply(command) {
      runCommand(service, command);
      void writer.save();
      publisher.publishNow();
      return state();
    },
    state,
    changed,
    credentials: () => credentialsOf(memory.seed),
    setStatus(next) {
      status = next;
      publisher.publishNow();
    },
    saved: () => writer.save(),
    async close() {
      closed = true;
      publisher.stop();
      cancelFirstSave();
      heartbeat?.();
      unsubscribe();
      await writer.save();
    },
  };
}

function credentialsOf(seed: string): SandboxCredentials {
  const [openApi, ...applications] = CLIENTS.map(({ clientId, label, bookingOption }) => ({
    clientId,
    clientSecret: clientSecret(seed, clientId),
    label,
    bookingOption,
  }));
  if (!openApi) throw new Error('the sandbox has no client');
  return {
    openApi: { clientId: openApi.clientId, clientSecret: openApi.clientSecret },
    applications: applications.map(({ bookingOption, ...rest }) => ({
      ...rest,
      bookingOption: bookingOption ?? 'both',
    })),
  };
}

/** The interval at which the time is written while the clock runs faster, in the machine's milliseconds. */
const HEARTBEAT_MS = 10_000;

/** The time of the machine's clock that an adjustable clock follows. */
function machineTime(clock: AdjustableClock): number {
  const face = clock.face();
  return face.anchorMachine + (clock.now() - face.anchorVirtual) / face.rate;
}

function clockRecord(clock: AdjustableClock, closed: boolean): SandboxMemory['clock'] {
  return { machine: machineTime(clock), virtual: clock.now(), rate: clock.face().rate, closed };
}

/**
 * Sets the clock after a restart: the sandbox's time went on at the machine's rate while the console was closed. After a crash, the stored time is up
 * to one heartbeat old, and this time is added at the stored rate.
 */
function resumeClock(clock: AdjustableClock, record: SandboxMemory['clock']): void {
  const elapsed = Math.max(0, machineTime(clock) - record.machine);
  const unwritten = record.closed ? 0 : Math.min(elapsed, 1.5 * HEARTBEAT_MS) * (record.rate - 1);
  const lead = record.virtual + elapsed + unwritten - clock.now();
  if (Math.abs(lead) >= 1) clock.skip(lead);
  if (record.rate !== clock.face().rate) clock.setRate(record.rate);
}
