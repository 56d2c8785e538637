/** Builds the Doctor, cases, training, the access matrix and the reader of pasted material. */
import { knownServices } from '../api/known-services.ts';
import { presetOf } from '../api/presets.ts';
import { runtimeOf } from '../app/application.ts';
import { BundlePreviews } from '../cases/bundle/bundle-previews.ts';
import { CaseStore } from '../cases/case-store.ts';
import { Cases } from '../cases/cases.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { QuoteStore } from '../desk/quote-store.ts';
import { tokenClaims } from '../doctor/authorization.ts';
import { Doctor } from '../doctor/doctor.ts';
import type { Journal } from '../journal/journal.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import { ControlPanel } from '../sandbox/control-panel.ts';
import type { Deletions } from '../store/deletions.ts';
import type { Stores } from '../store/stores.ts';
import type { TokenService } from '../tokens/token-service.ts';
import { IncidentReader } from '../traffic/timeline/incident-reader.ts';
import type { Marks } from '../traffic/timeline/marks.ts';
import { TrainingRoom } from '../training/training-room.ts';
import { type TrainingFile, TrainingStore } from '../training/training-store.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';
import { accessDeskOf } from './access.ts';
import { pasteDeskOf, servicesOf } from './paste.ts';
import type { Requests } from './requests.ts';
import type { RunningSandbox } from './sandbox.ts';

export interface DoctorParts {
  readonly kit: PlatformKit;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly running: RunningSandbox;
  readonly deletions: Deletions;
  readonly journal: Journal;
  readonly tokens: TokenService;
  readonly requests: Requests;
  readonly marks: Marks;
  readonly listings: ListingsDesk;
  readonly quoteStore: QuoteStore;
  readonly clockOf: (connectionId: string) => Clock;
}

export function doctorOf(parts: DoctorParts) {
  const { kit, stores, vault, running, deletions, journal, tokens, requests, marks, listings, quoteStore, clockOf } =
    parts;
  const { clock, random, log } = kit;
  const { client, operations } = requests;
  const services = servicesOf(vault);
  const incidents = new IncidentReader({ journal, tokens, vault, marks, clockOf });
  const caseStore = new CaseStore({ database: stores.inConsole({ what: 'The cases' }), clock, random, deletions });
  const cases = new Cases({
    store: caseStore,
    previews: new BundlePreviews(random),
    connections: () => vault.snapshot().connections,
    tokensOf: (connectionId) => tokens.snapshot(connectionId),
    incidents,
    services,
    presetServices: knownServices,
    appVersion: kit.versions.app,
    versions: `Latchkey ${kit.versions.app}, ${runtimeOf(kit)}, ${kit.versions.platform}`,
    clock,
    log,
  });
  const doctor = new Doctor({
    journal,
    tokens,
    vault,
    presetOf,
    keep: (diagnosed) =>
      training.isRunning && diagnosed.exchange.connectionId === SANDBOX_ID ? null : cases.keepRecorded(diagnosed),
    skewOf: (connectionId) => tokens.snapshot(connectionId).skew?.offsetMs ?? null,
    async claimsOf(credentialId, generation) {
      // A missing or unreadable token has no claims.
      const token = await vault.storedToken(credentialId).catch(() => null);
      return token?.generation === generation ? tokenClaims(token.accessToken.reveal()) : null;
    },
  });
  const sandbox = new ControlPanel(running.sandbox);
  const training = trainingOf({ kit, stores, vault, running, journal, client, doctor, sandbox });
  // During an exercise nothing becomes a case, because the case would show the diagnosis.
  const pasted = pasteDeskOf(kit, vault, (failure, diagnosis) =>
    training.isRunning ? null : cases.keepPasted(failure, diagnosis),
  );
  const access = accessDeskOf({ client, journal, tokens, vault, operations, listings, clockOf, quotes: quoteStore });
  return { incidents, cases, doctor, sandbox, training, pasted, access };
}

interface TrainingParts extends Pick<DoctorParts, 'kit' | 'stores' | 'vault' | 'running' | 'journal'> {
  readonly client: Requests['client'];
  readonly doctor: Doctor;
  readonly sandbox: ControlPanel;
}

function trainingOf({ kit, stores, vault, running, journal, client, doctor, sandbox }: TrainingParts): TrainingRoom {
  const { clock, random, log } = kit;
  const [preset] = knownServices();
  if (!preset) throw new Error('no preset has addresses');
  return new TrainingRoom({
    clock,
    random,
    log,
    journal,
    sandbox,
    store: new TrainingStore(stores.setting<TrainingFile>('training', 'The training'), log),
    addresses: preset.addresses,
    connection: () => vault.connection(SANDBOX_ID),
    sandboxClock: running.clock,
    call: (call) => client.call(call),
    failures: (question) => doctor.failures(question),
    services: servicesOf(vault),
  });
}
