/** Connects the case store with summaries for tickets and with support bundles. */

import { credentialOf } from '../../shared/connection/account.ts';
import type { OutputOf } from '../../shared/contract/index.ts';
import type { BundlePreview, OpenedBundle } from '../../shared/model/bundle.ts';
import type { CaseFilter } from '../../shared/model/case.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { HOUR_MS } from '../../shared/time/units.ts';
import { correctedCurl } from '../doctor/corrected-curl.ts';
import type { DoctorDeps } from '../doctor/doctor.ts';
import { type Failure, type KnownService, NO_SURROUNDINGS } from '../doctor/failure.ts';
import { tokenPanel } from '../doctor/token-panel.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { IncidentReader } from '../traffic/timeline/incident-reader.ts';
import { type BundleEnvironment, type BundleParts, bundleFiles } from './bundle/bundle-files.ts';
import { bundleName } from './bundle/bundle-name.ts';
import type { BundlePreviews } from './bundle/bundle-previews.ts';
import { readBundle } from './bundle/read-bundle.ts';
import { writeBundle } from './bundle/write-bundle.ts';
import { caseMarkdown } from './case-markdown.ts';
import type { CaseStore } from './case-store.ts';
import { writeCases } from './write-cases.ts';

export interface CasesDeps {
  readonly store: CaseStore;
  readonly previews: BundlePreviews;
  readonly connections: () => readonly Connection[];
  readonly tokensOf: (connectionId: string) => TokensSnapshot;
  readonly incidents: IncidentReader;
  /** Returns all services that the console knows by name. */
  readonly services: () => readonly KnownService[];
  /** Returns only the services of the presets, because a bundle must not name another connection. */
  readonly presetServices: () => readonly KnownService[];
  readonly appVersion: string;
  /** The versions of the app, such as "Latchkey 1.0.0, Electron 40". */
  readonly versions: string;
  readonly clock: Clock;
  readonly log: Log;
}

type Diagnosed = Parameters<NonNullable<DoctorDeps['keep']>>[0];

export class Cases {
  readonly store: CaseStore;
  readonly #deps: CasesDeps;

  constructor(deps: CasesDeps) {
    this.store = deps.store;
    this.#deps = deps;
  }

  /** Keeps the diagnosis of a recorded exchange. Returns the case's id; `null` when nothing was kept. */
  keepRecorded({ exchange, failure, diagnosis }: Diagnosed): string | null {
    const { connectionId, credentialId } = exchange;
    return this.#keep({ failure, diagnosis, connectionId, credentialId });
  }

  /** Keeps the diagnosis of a pasted request. Returns the case's id; `null` when nothing was kept. */
  keepPasted(failure: Failure, diagnosis: Diagnosis): string | null {
    return this.#keep({ failure, diagnosis, connectionId: null, credentialId: null });
  }

  corrected(id: string): OutputOf<'cases', 'corrected'> {
    const { failure, diagnosis } = this.store.get(id);
    return correctedCurl(failure, diagnosis, this.#deps.services());
  }

  token(id: string): OutputOf<'cases', 'token'> {
    const { failure, createdAt } = this.store.get(id);
    return tokenPanel(failure, { ...NO_SURROUNDINGS, services: this.#deps.services(), readAt: createdAt });
  }

  summary(id: string): OutputOf<'cases', 'summary'> {
    const one = this.store.get(id);
    return { markdown: caseMarkdown(one, this.#contextOf(one.connectionId, one.credentialId)) };
  }

  write(path: string, filter: CaseFilter): Promise<WrittenFile> {
    return writeCases(path, this.store.all(filter));
  }

  async bundlePreview(id: string, marks: readonly string[]): Promise<BundlePreview> {
    const parts = await this.#partsOf(id);
    const name = bundleName(parts.case.title, marks);
    return this.#deps.previews.keep(bundleFiles(parts, marks), name, parts.writtenAt);
  }

  bundleName(previewId: string): string {
    return this.#deps.previews.get(previewId).name;
  }

  saveBundle(path: string, previewId: string): Promise<WrittenFile> {
    const { preview, writtenAt } = this.#deps.previews.get(previewId);
    return writeBundle(path, preview.files, writtenAt);
  }

  openBundle(path: string): Promise<OpenedBundle> {
    return readBundle(path, this.#deps.presetServices());
  }

  /** Keeps a diagnosis as a case. A failure of the store is only logged, because the diagnosis is shown in any case. */
  #keep(diagnosed: Parameters<CaseStore['keep']>[0]): string | null {
    try {
      return this.store.keep(diagnosed);
    } catch (error) {
      this.#deps.log.error('a diagnosis was not kept as a case', { error: String(error) });
      return null;
    }
  }

  #connectionOf(id: string | null): Connection | null {
    return this.#deps.connections().find((one) => one.id === id) ?? null;
  }

  #contextOf(connectionId: string | null, credentialId: string | null): BundleParts['context'] {
    const connection = this.#connectionOf(connectionId);
    const credential = connection && credentialOf(connection, credentialId);
    const { versions } = this.#deps;
    return { connection: connection?.name ?? null, application: credential?.label ?? null, versions };
  }

  #environmentOf(connectionId: string | null, requestId: string | null): BundleEnvironment {
    const connection = this.#connectionOf(connectionId);
    const snapshot = connection && this.#deps.tokensOf(connection.id);
    return {
      versions: this.#deps.versions,
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
  }

  async #partsOf(id: string): Promise<BundleParts> {
    const { incidents, presetServices, appVersion, clock } = this.#deps;
    const one = this.store.get(id);
    const { connectionId, credentialId, requestId, failure } = one;
    const at = failure.sentAt ?? one.createdAt;
    const isKnown = connectionId !== null && this.#connectionOf(connectionId) !== null;
    return {
      case: one,
      context: this.#contextOf(connectionId, credentialId),
      environment: this.#environmentOf(connectionId, requestId),
      timeline: isKnown
        ? await incidents.timeline(connectionId, { from: at - 12 * HOUR_MS, until: at + HOUR_MS })
        : null,
      appVersion,
      services: presetServices(),
      writtenAt: clock.now(),
    };
  }
}
