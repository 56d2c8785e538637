/** The Doctor explains the failures in the journal. It sends nothing and spends no slot. */
import type { FailureGroup, FailurePage, FailureQuestion } from '../../shared/model/failure-group.ts';
import type { Exchange } from '../../shared/model/traffic.ts';
import { recordedError } from '../http/recorded-error.ts';
import { type FailureJournal, type FoundGroup, keyOf, scanFailures } from './failure-scan.ts';
import { type ConnectionRecords, Judge, type JudgeDeps } from './judge.ts';
import { lastRefusals, type RefusalJournal } from './last-refusals.ts';

export interface DoctorDeps extends JudgeDeps {
  readonly journal: JudgeDeps['journal'] & FailureJournal & RefusalJournal;
}

export class Doctor {
  readonly #deps: DoctorDeps;
  readonly #judge: Judge;

  constructor(deps: DoctorDeps) {
    this.#deps = deps;
    this.#judge = new Judge(deps);
  }

  /** The failures in groups, newest first, each with the diagnosis of its newest failure. */
  async failures({ connectionId, before, only }: FailureQuestion): Promise<FailurePage> {
    const { journal } = this.#deps;
    const { groups, ...rest } =
      only === 'refusals'
        ? await lastRefusals(journal, connectionId)
        : await scanFailures(journal, connectionId, before);
    if (groups.length === 0) return { groups: [], ...rest };
    const records = await this.#judge.records(connectionId);
    return { groups: await Promise.all(groups.map((group) => this.#group(group, records))), ...rest };
  }

  /** The diagnosis of one exchange, with its group. Throws `notFound`. */
  async failure(exchangeId: string): Promise<FailureGroup> {
    const exchange = await this.#deps.journal.get(exchangeId);
    const records = await this.#judge.records(exchange.connectionId);
    return this.#group({ key: keyOf(exchange), exchange, count: 1, firstAt: exchange.sentAt }, records);
  }

  async #group({ key, exchange, count, firstAt }: FoundGroup, records: ConnectionRecords): Promise<FailureGroup> {
    const { surroundings, diagnosis, caseId } = await this.#judge.judge(exchange, records);
    const server = reportedBy(exchange);
    return {
      key,
      exchangeId: exchange.id,
      connectionId: exchange.connectionId,
      credentialId: exchange.credentialId,
      api: exchange.api,
      operation: exchange.operation,
      method: exchange.method,
      url: exchange.url,
      at: exchange.sentAt,
      firstAt,
      count,
      status: exchange.status,
      error: exchange.error,
      serverMessage: server?.serverMessage ?? null,
      serverCode: server?.serverCode ?? null,
      requestId: exchange.requestId ?? server?.requestId ?? null,
      tokenGeneration: exchange.tokenGeneration,
      settled: surroundings.history?.settled ?? false,
      diagnosis,
      caseId,
    };
  }
}

/** The error that an answer reports; null for a success. */
function reportedBy({ status, responseHeaders, responseBody }: Exchange) {
  if (status === null || status < 400) return null;
  return recordedError({ status, responseHeaders: responseHeaders ?? [], responseBody: responseBody?.text ?? null });
}
