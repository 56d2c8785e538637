/** Builds the cases: their store, what tickets say about them, and their support bundles. */
import { join } from 'node:path';
import { credentialOf } from '../../shared/connection/account.ts';
import type { CaseFilter } from '../../shared/model/case.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import { knownServices } from '../api/known-services.ts';
import { type BundleEnvironment, type BundleParts, bundleFiles } from '../cases/bundle/bundle-files.ts';
import { bundleName } from '../cases/bundle/bundle-name.ts';
import { BundlePreviews } from '../cases/bundle/bundle-previews.ts';
import { readBundle } from '../cases/bundle/read-bundle.ts';
import { writeBundle } from '../cases/bundle/write-bundle.ts';
import { caseMarkdown } from '../cases/case-markdown.ts';
import { CaseStore, type CaseStoreDeps } from '../cases/case-store.ts';
import { writeCases } from '../cases/write-cases.ts';
import { correctedCurl } from '../doctor/corrected-curl.ts';
import type { DoctorDeps } from '../doctor/doctor.ts';
import type { Failure, KnownService } from '../doctor/failure.ts';
import type { IncidentReader } from '../doctor/timeline/incident-reader.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Vault } from '../vault/vault.ts';

export interface CaseParts {
  readonly kit: Pick<PlatformKit, 'clock' | 'log' | 'quarantine' | 'random' | 'paths' | 'versions'>;
  readonly vault: Pick<Vault, 'snapshot'>;
  readonly tokens: Pick<TokenService, 'snapshot'>;
  readonly incidents: Pick<IncidentReader, 'timeline'>;
  /** The addresses that the app knows by name. */
  readonly services: () => readonly KnownService[];
  readonly deletions: CaseStoreDeps['deletions'];
  /** "Latchkey 1.0.0, Electron 40". */
  readonly versions: string;
}

type Diagnosed = Parameters<NonNullable<DoctorDeps['keep']>>[0];

/** The timeline of a bundle begins and ends this long before and after the failure. */
const BEFORE_MS = 12 * 3_600_000;
const AFTER_MS = 3_600_000;

export function casesOf({ kit, vault, tokens, incidents, services, deletions, versions }: CaseParts) {
  const { clock, log, quarantine, random, paths } = kit;
  const previews = new BundlePreviews(random);
  const store = new CaseStore({ file: join(paths.store, 'cases.db'), clock, log, quarantine, random, deletions });
  const connectionOf = (id: string | null) => vault.snapshot().connections.find((one) => one.id === id) ?? null;
  const contextOf = (connectionId: string | null, credentialId: string | null) => {
    const connection = connectionOf(connectionId);
    const credential = connection && credentialOf(connection, credentialId);
    return { connection: connection?.name ?? null, application: credential?.label ?? null, versions };
  };
  /** A case that cannot be kept is only logged: the diagnosis is shown in any case. */
  const keep = (diagnosed: Parameters<CaseStore['keep']>[0]): string | null => {
    try {
      return store.keep(diagnosed);
    } catch (error) {
      log.error('a diagnosis was not kept as a case', { error: String(error) });
      return null;
    }
  };
  const environmentOf = (connectionId: string | null, requestId: string | null): BundleEnvironment => {
    const connection = connectionOf(connectionId);
    const snapshot = connection && tokens.snapshot(connection.id);
    return {
      versions,
      clockSkewMs: snapshot?.skew?.offsetMs ?? null,
      requestIds: requestId === null ? [] : [requestId],
      connection: connection && {
        name: connection.name,
        preset: connection.presetId,
        addresses: connection.addresses,
        limits: connection.limits,
        tokenRules: connection.tokenRules,
        quotaReset: connection.quotaReset,
        issuanceReserve: connection.issuanceReserve,
        renewalMarginMinutes: connection.renewalMarginMinutes,
        applications: connection.applications.map(({ label, bookingOption }) => ({ label, bookingOption })),
      },
      quotas: (snapshot?.tokens ?? []).map(({ label, state, quota }) => ({
        application: label,
        tokenState: state,
        ...quota,
      })),
    };
  };
  const partsOf = async (id: string): Promise<BundleParts> => {
    const one = store.get(id);
    const { connectionId, credentialId, requestId, failure } = one;
    const at = failure.sentAt ?? one.createdAt;
    const isKnown = connectionId !== null && connectionOf(connectionId) !== null;
    return {
      case: one,
      context: contextOf(connectionId, credentialId),
      environment: environmentOf(connectionId, requestId),
      timeline: isKnown ? await incidents.timeline(connectionId, { from: at - BEFORE_MS, until: at + AFTER_MS }) : null,
      appVersion: kit.versions.app,
      services: knownServices(),
      writtenAt: clock.now(),
    };
  };
  return {
    store,
    keepRecorded({ exchange, failure, diagnosis }: Diagnosed): string | null {
      const { connectionId, credentialId } = exchange;
      return keep({ failure, diagnosis, connectionId, credentialId });
    },
    keepPasted: (failure: Failure, diagnosis: Diagnosis) =>
      keep({ failure, diagnosis, connectionId: null, credentialId: null }),
    service: {
      list: (filter: CaseFilter, offset: number, limit: number) => store.list(filter, offset, limit),
      get: (id: string) => store.get(id),
      corrected(id: string) {
        const { failure, diagnosis } = store.get(id);
        return correctedCurl(failure, diagnosis, services());
      },
      summary(id: string) {
        const one = store.get(id);
        return { markdown: caseMarkdown(one, contextOf(one.connectionId, one.credentialId)) };
      },
      setState: store.setState.bind(store),
      note: store.note.bind(store),
      remove: store.remove.bind(store),
      write: (path: string, filter: CaseFilter) => writeCases(path, store.all(filter)),
      async bundlePreview(id: string, marks: readonly string[]) {
        const parts = await partsOf(id);
        return previews.keep(bundleFiles(parts, marks), bundleName(parts.case.title, marks), parts.writtenAt);
      },
      bundleName: (previewId: string) => previews.get(previewId).name,
      saveBundle(path: string, previewId: string) {
        const { preview, writtenAt } = previews.get(previewId);
        return writeBundle(path, preview.files, writtenAt);
      },
      openBundle: (path: string) => readBundle(path, knownServices()),
      changed: store.changed,
    },
  };
}
