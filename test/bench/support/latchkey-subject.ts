/** The console as a subject: its vault, ledger, token managers and pipeline, over a disk in memory. */
import { tokenRulesOf } from '../../../src/main/api/presets.ts';
import type { Wire } from '../../../src/main/http/wire.ts';
import type { Document } from '../../../src/main/platform/ports.ts';
import { Ledger } from '../../../src/main/tokens/ledger.ts';
import { readLedgerLine } from '../../../src/main/tokens/ledger-line.ts';
import { TokenClient } from '../../../src/main/tokens/token-client.ts';
import { Activity, TokenService } from '../../../src/main/tokens/token-service.ts';
import { CircuitBreakers } from '../../../src/main/traffic/circuit-breakers.ts';
import { clockAccuracy } from '../../../src/main/traffic/clocks/clock-accuracy.ts';
import { ServiceClocks, type StoredSkews } from '../../../src/main/traffic/clocks/service-clocks.ts';
import type { SkewClock } from '../../../src/main/traffic/clocks/skew-clock.ts';
import { Limiter } from '../../../src/main/traffic/limits/limiter.ts';
import { Pauses } from '../../../src/main/traffic/pauses.ts';
import { PendingRequests } from '../../../src/main/traffic/pending-requests.ts';
import { Pipeline } from '../../../src/main/traffic/pipeline.ts';
import { SecretCipher } from '../../../src/main/vault/secret-cipher.ts';
import { Vault } from '../../../src/main/vault/vault.ts';
import type { VaultFile } from '../../../src/main/vault/vault-file.ts';
import { isAppError } from '../../../src/shared/app-error.ts';
import type { Connection } from '../../../src/shared/model/connection.ts';
import type { Api } from '../../../src/shared/model/primitives.ts';
import type { RateRule } from '../../../src/shared/model/rates.ts';
import { FakeCipher } from '../../support/fake-cipher.ts';
import { FakeLog } from '../../support/fake-log.ts';
import { MemoryDocument } from '../../support/memory-document.ts';
import { MemoryLineFile } from '../../support/memory-line-file.ts';
import { SequenceRandom } from '../../support/sequence-random.ts';
import type { OfficeProcess } from './office-machine.ts';
import type { CallOutcome, Running, Subject } from './subject.ts';

const ADDRESS = 'https://service.test';
const NEW = {
  name: 'Office',
  presetId: 'custom' as const,
  addresses: { baseUrl: ADDRESS, authUrl: ADDRESS, bookingBaseUrl: ADDRESS, bookingAuthUrl: ADDRESS },
  openApi: { clientId: 'office-open', clientSecret: 'planted-open-secret' },
  applications: [
    {
      label: 'Site',
      bookingOption: 'both' as const,
      clientId: 'office-app',
      clientSecret: 'planted-app-secret',
    },
  ],
};

/** The disk; a process writes to it only while it is alive. */
class Disk {
  readonly vault = new MemoryDocument<VaultFile>();
  readonly skews = new MemoryDocument<StoredSkews>();
  readonly ledger = new MemoryLineFile();
  readonly cipher = new FakeCipher();
  starts = 0;

  vaultFor(process: OfficeProcess): Document<VaultFile> {
    return {
      read: () => this.vault.read(),
      write: (value) => (process.writes(null) ? this.vault.write(value) : new Promise<void>(() => {})),
      quarantine: () => this.vault.quarantine(),
    };
  }

  skewsFor(process: OfficeProcess): Document<StoredSkews> {
    return {
      read: () => this.skews.read(),
      write: (value) => (process.alive ? this.skews.write(value) : new Promise<void>(() => {})),
      quarantine: () => this.skews.quarantine(),
    };
  }

  ledgerFor(process: OfficeProcess) {
    return {
      lines: () => this.ledger.lines(),
      append: (text: string) => {
        const line = readLedgerLine(text);
        const writes =
          typeof line === 'object' && line.kind === 'sent'
            ? process.writes({ api: line.api, isLedgerLine: true })
            : process.writes({ api: 'openApi', isLedgerLine: false });
        if (!writes) throw new Error('the process is dead');
        this.ledger.append(text);
      },
      replace: (lines: readonly string[]) => {
        if (!process.writes(null)) throw new Error('the process is dead');
        this.ledger.replace(lines);
      },
    };
  }
}

export interface LatchkeySubject extends Subject {
  /** The ledger's text on the disk. */
  ledgerText(): string;
}

export function latchkey(): LatchkeySubject {
  const disk = new Disk();
  return {
    name: 'latchkey',
    ledgerText: () => disk.ledger.text,
    start: (process) => startOn(disk, process),
  };
}

async function startOn(disk: Disk, process: OfficeProcess): Promise<Running> {
  const { connection, pipeline, tokens, activity, skews, stop } = await openParts(process, { disk });
  return {
    call(api, operation) {
      activity.recordUse(connection.id);
      return call(pipeline, connection, api, operation);
    },
    resumed() {
      activity.machineSlept();
      skews.onWake();
      tokens.refresh();
    },
    stop,
  };
}

interface PartsOptions {
  readonly disk?: Disk;
  /** The rate limits that the console knows; none by default. */
  readonly rules?: readonly RateRule[];
  readonly network?: Wire;
}

/** Starts the parts of a console that send requests. */
export async function openParts(
  process: OfficeProcess,
  { disk = new Disk(), rules = [], network = process.wire }: PartsOptions,
) {
  disk.starts += 1;
  const log = new FakeLog();
  const random = new SequenceRandom(disk.starts, `start${disk.starts}`);
  const vault = await Vault.open({
    document: disk.vaultFor(process),
    secretCipher: new SecretCipher({ cipher: disk.cipher, log, storeUnprotected: () => false }),
    ask: async () => false,
    clock: process.clock,
    random,
    log,
  });
  const [known] = vault.snapshot().connections;
  const connection = known ?? (await vault.create(NEW));
  const monotonicMs = () => process.machine.monotonicMs();
  const skews = new ServiceClocks({
    machine: process.clock,
    monotonic: monotonicMs,
    document: disk.skewsFor(process),
    log,
  });
  const clock = skews.clockOf(connection.id);
  const activity = new Activity(monotonicMs);
  const wire = measuring(network, clock);
  const wireOf = () => wire;
  const tokens = new TokenService({
    vault,
    client: new TokenClient({ wire: wireOf }),
    ledger: Ledger.open({ file: disk.ledgerFor(process), log, now: () => clock.now() }),
    clockOf: () => clock,
    rulesOf: tokenRulesOf,
    random,
    log,
    clockAccuracy: clockAccuracy(skews, () => clock),
    activity,
  });
  const stops = [
    skews.moved.subscribe(({ connectionId, byMs, first, firstEver }) => {
      if (first) tokens.clockCorrected(connectionId, byMs, firstEver);
    }),
    skews.changed.subscribe((connectionId) => tokens.refresh(connectionId)),
  ];
  await tokens.ready();
  const limiters = {
    openApi: new Limiter({ api: 'openApi', rules, clock }),
    booking: new Limiter({ api: 'booking', rules, clock }),
  };
  const limiterOf = (_: string, api: Api) => limiters[api];
  const baseOf = (_: string, api: Api) => connection.addresses[api === 'openApi' ? 'baseUrl' : 'bookingBaseUrl'];
  const clockOf = () => clock;
  const breakers = new CircuitBreakers(clockOf);
  const pauses = new Pauses(clockOf);
  const pending = new PendingRequests({ machine: process.clock, clockOf, breakers, pauses, random });
  const pipeline = new Pipeline({
    wireOf,
    limiterOf,
    tokens,
    baseOf,
    clockOf,
    random,
    log,
    breakers,
    pauses,
    pending,
  });
  return {
    ...{ connection, vault, pipeline, tokens, limiterOf, clockOf, activity, skews, random, log },
    stop() {
      for (const stop of stops) stop();
      tokens.stop();
    },
  };
}

/** A wire that measures the clock skew with the Date header of each answer. */
function measuring(wire: Wire, clock: SkewClock): Wire {
  return async (request, about) => {
    const arrived = clock.beginRoundTrip();
    const answered = await wire(request, about);
    arrived(Date.parse(answered.headers.get('date') ?? ''));
    return answered;
  };
}

async function call(pipeline: Pipeline, connection: Connection, api: Api, operation: string): Promise<CallOutcome> {
  const credential = api === 'openApi' ? connection.openApi : connection.applications[0];
  try {
    await pipeline.send({
      connectionId: connection.id,
      credentialId: credential?.id ?? '',
      api,
      operation,
      title: operation,
      method: 'GET',
      url: `${ADDRESS}/v1/${operation}`,
      headers: [],
      body: null,
      repeatable: true,
    });
    return 'done';
  } catch (error) {
    if (isAppError(error, 'forbidden')) return 'forbidden';
    return isAppError(error, 'quotaExhausted') ? 'lockedOut' : 'failed';
  }
}
