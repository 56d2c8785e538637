/** Builds the cases: their store, and what tickets and files say about them. */
import { join } from 'node:path';
import type { CaseFilter } from '../../shared/model/case.ts';
import { credentialOf } from '../../shared/model/connection.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import { caseMarkdown } from '../cases/case-markdown.ts';
import { CaseStore } from '../cases/case-store.ts';
import { writeCases } from '../cases/write-cases.ts';
import type { DoctorDeps } from '../doctor/doctor.ts';
import type { Failure } from '../doctor/failure.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Vault } from '../vault/vault.ts';

export interface CaseParts {
  readonly kit: Pick<PlatformKit, 'clock' | 'log' | 'quarantine' | 'random' | 'paths'>;
  readonly vault: Pick<Vault, 'snapshot'>;
  /** "Latchkey 1.0.0, Electron 40". */
  readonly versions: string;
}

type Diagnosed = Parameters<NonNullable<DoctorDeps['keep']>>[0];

export function casesOf({ kit, vault, versions }: CaseParts) {
  const { clock, log, quarantine, random, paths } = kit;
  const store = new CaseStore({ file: join(paths.store, 'cases.db'), clock, log, quarantine, random });
  const contextOf = (connectionId: string | null, credentialId: string | null) => {
    const connection = vault.snapshot().connections.find(({ id }) => id === connectionId);
    const credential = connection && credentialOf(connection, credentialId);
    return { connection: connection?.name ?? null, application: credential?.label ?? null, versions };
  };
  /** A case that cannot be kept is only logged: the diagnosis is shown in any case. */
  const keep = (diagnosed: Parameters<CaseStore['keep']>[0]): void => {
    try {
      store.keep(diagnosed);
    } catch (error) {
      log.error('a diagnosis was not kept as a case', { error: String(error) });
    }
  };
  return {
    store,
    keepRecorded({ exchange, failure, diagnosis }: Diagnosed): void {
      const { connectionId, credentialId } = exchange;
      keep({ failure, diagnosis, connectionId, credentialId });
    },
    keepPasted: (failure: Failure, diagnosis: Diagnosis) =>
      keep({ failure, diagnosis, connectionId: null, credentialId: null }),
    service: {
      list: (filter: CaseFilter, offset: number, limit: number) => store.list(filter, offset, limit),
      get: (id: string) => store.get(id),
      summary(id: string) {
        const one = store.get(id);
        return { markdown: caseMarkdown(one, contextOf(one.connectionId, one.credentialId)) };
      },
      setState: store.setState.bind(store),
      note: store.note.bind(store),
      remove: store.remove.bind(store),
      restore: store.restore.bind(store),
      write: (path: string, filter: CaseFilter) => writeCases(path, store.all(filter)),
      changed: store.changed,
    },
  };
}
