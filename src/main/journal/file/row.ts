/** Converts an exchange's summary to a row of `exchanges` and back. Names are replaced by their numbers in the segment. */
import { hash } from 'node:crypto';
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { storedErrorCode } from '../../../shared/errors.ts';
import { type ExchangeSummary, OutcomeClass, outcomeClass } from '../../../shared/model/traffic.ts';
import type { RedactedExchange } from '../../http/redact-exchange.ts';

/** The kinds of names; a column of each kind holds the number of a name. */
export type NameKind = 'credential' | 'api' | 'operation' | 'lane' | 'task' | 'method' | 'host' | 'error';

export type Row = Record<string, SQLOutputValue>;

const COLUMNS = [
  'seq',
  'era',
  'id',
  'id_hash',
  'chain_id',
  'chain_hash',
  'attempt',
  'credential',
  'api',
  'operation',
  'lane',
  'task',
  'method',
  'host',
  'url',
  'status',
  'outcome',
  'error',
  'request_id',
  'generation',
  'queued_at',
  'granted_at',
  'sent_at',
  'first_byte_ms',
  'duration_ms',
  'request_bytes',
  'response_bytes',
  'recorded_at',
] as const;

export const INSERT_ROW = `INSERT INTO exchanges (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

/** A hash of an identifier, 48 bits: an index of hashes is smaller than one of identifiers. Queries compare the identifier too. */
export const hashOf = (id: string): number => Number.parseInt(hash('sha1', id).slice(0, 12), 16);

export const outcomeNumber = (outcome: OutcomeClass): number => OutcomeClass.options.indexOf(outcome);

export function rowOf(
  it: RedactedExchange,
  position: { seq: number; segment: number; recordedAt: number },
  number: (kind: NameKind, name: string) => number,
): SQLInputValue[] {
  const values: Record<(typeof COLUMNS)[number], SQLInputValue> = {
    seq: position.seq,
    era: position.segment,
    id: it.id,
    id_hash: hashOf(it.id),
    chain_id: it.chainId === it.id ? null : it.chainId,
    chain_hash: hashOf(it.chainId),
    attempt: it.attempt,
    credential: it.credentialId === null ? null : number('credential', it.credentialId),
    api: number('api', it.api),
    operation: number('operation', it.operation),
    lane: number('lane', it.lane),
    task: it.taskId === null ? null : number('task', it.taskId),
    method: number('method', it.method),
    host: number('host', it.host),
    url: it.url,
    status: it.status,
    outcome: outcomeNumber(outcomeClass(it.status)),
    error: it.error === null ? null : number('error', it.error),
    request_id: it.requestId,
    generation: it.tokenGeneration,
    queued_at: it.queuedAt,
    granted_at: it.grantedAt,
    sent_at: it.sentAt,
    first_byte_ms: it.firstByteMs,
    duration_ms: it.durationMs,
    request_bytes: it.requestBytes,
    response_bytes: it.responseBytes,
    recorded_at: position.recordedAt,
  };
  return COLUMNS.map((column) => values[column]);
}

/** Reads a summary from a row. `name` returns the name that has a number in the row's segment. */
export function summaryOfRow(row: Row, connectionId: string, name: (id: number) => string): ExchangeSummary {
  const named = (value: SQLOutputValue | undefined): string | null => (value == null ? null : name(Number(value)));
  const id = String(row.id);
  return {
    seq: Number(row.seq),
    id,
    chainId: text(row.chain_id) ?? id,
    attempt: Number(row.attempt),
    connectionId,
    credentialId: named(row.credential),
    api: named(row.api) as ExchangeSummary['api'],
    operation: named(row.operation) ?? '',
    lane: named(row.lane) as ExchangeSummary['lane'],
    taskId: named(row.task),
    method: named(row.method) ?? '',
    host: named(row.host) ?? '',
    url: String(row.url),
    status: number(row.status),
    error: row.error == null ? null : storedErrorCode(name(Number(row.error))),
    requestId: text(row.request_id),
    tokenGeneration: number(row.generation),
    queuedAt: Number(row.queued_at),
    grantedAt: Number(row.granted_at),
    sentAt: Number(row.sent_at),
    firstByteMs: number(row.first_byte_ms),
    durationMs: number(row.duration_ms),
    requestBytes: number(row.request_bytes),
    responseBytes: number(row.response_bytes),
  };
}

const text = (value: SQLOutputValue | undefined): string | null => (value == null ? null : String(value));
const number = (value: SQLOutputValue | undefined): number | null => (value == null ? null : Number(value));
