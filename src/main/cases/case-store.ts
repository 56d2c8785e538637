/** Keeps the cases. A failure that is diagnosed again updates its case; a recorded one whose case is solved makes a new case, which names it. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import {
  type Case,
  type CaseCounts,
  type CaseFilter,
  CaseLabels,
  type CaseRows,
  CaseState,
  type CaseSummary,
} from '../../shared/model/case.ts';
import { CauseId, Diagnosis } from '../../shared/model/diagnosis.ts';
import { MaskedFailure } from '../../shared/model/failure.ts';
import { operationName } from '../../shared/text/api-names.ts';
import { causeOf } from '../doctor/diagnose.ts';
import type { Failure } from '../doctor/failure.ts';
import { recordedError } from '../http/recorded-error.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Random, Subscribable } from '../platform/ports.ts';
import type { Deletions } from '../store/deletions.ts';
import type { Row, StoreDatabase } from '../store/store-database.ts';
import { conditionsOf, LATEST_FIRST, LISTED } from './case-filter.ts';
import { wordsOf } from './case-words.ts';
import { causeTitleOf, failureKey, signatureOf } from './likeness.ts';
import { maskDiagnosis, maskFailure, maskLabels, maskNotes } from './mask-failure.ts';

/** The maximum number of cases; further ones replace the oldest. */
const MAX_CASES = MAX_ENTRIES.kept;
/** The number of additional cases that a clean-up deletes, so that not every new case causes a clean-up. */
const DELETED_AT_ONCE = 100;
const HIDE = 'UPDATE cases SET removed_at = ? WHERE id = ? AND removed_at IS NULL';
const SUMMARY =
  'number, id, title, cause, cause_title, state, origin, connection_id, credential_id, host, status, request_id, created_at, last_at, times, notes, customer, ticket, tags';
/** The Monday of the week in which a case was last seen, on this computer's calendar. */
const MONDAY = "date(last_at / 1000, 'unixepoch', 'localtime', '-6 days', 'weekday 1')";

export interface NewCase {
  readonly failure: Failure;
  readonly diagnosis: Diagnosis;
  readonly connectionId: string | null;
  readonly credentialId: string | null;
}

export interface CaseStoreDeps {
  /** The database with the table of cases. `content`: deflated JSON of failure and diagnosis; `key`: the {@link failureKey}. */
  readonly database: StoreDatabase;
  readonly clock: Clock;
  readonly random: Pick<Random, 'id'>;
  readonly deletions: Pick<Deletions, 'register' | 'begin'>;
  /** The maximum number of cases; only tests set it. */
  readonly maxCases?: number;
}

export class CaseStore {
  readonly #db: StoreDatabase;
  readonly #clock: Clock;
  readonly #random: Pick<Random, 'id'>;
  readonly #deletions: CaseStoreDeps['deletions'];
  readonly #changed = new Emitter<{ revision: number }>();
  readonly #maxCases: number;
  #revision = 1;

  constructor(deps: CaseStoreDeps) {
    this.#db = deps.database;
    this.#clock = deps.clock;
    this.#random = deps.random;
    this.#deletions = deps.deletions;
    deps.deletions.register('cases', {
      hide: ({ ids }) => this.#forEach(ids, HIDE, this.#clock.now()),
      show: ({ ids }) => this.#show(ids),
      delete: ({ ids }) => this.#deleteHidden(ids),
    });
    this.#maxCases = deps.maxCases ?? MAX_CASES;
  }

  get changed(): Subscribable<{ revision: number }> {
    return this.#changed;
  }

  /**
   * Keeps a diagnosis in the case of its exchange, else in the newest case of the same failure (for a recorded exchange, only an open one), else in a
   * new case. Returns the case's id; `null` when a person deleted the case of this exchange.
   */
  keep({ failure: raw, diagnosis: given, connectionId, credentialId }: NewCase): string | null {
    if (raw.exchangeId !== null && this.#isDismissed(raw.exchangeId)) return null;
    const failure = maskFailure(raw);
    const diagnosis = maskDiagnosis(given);
    const key = failureKey(failure, connectionId, credentialId);
    const content = packed({ failure, diagnosis });
    const known = this.#caseFor(failure, key);
    const isAgain = known !== undefined && (failure.exchangeId === null || known.exchange_id !== failure.exchangeId);
    if (known && (isAgain ? isOlder(failure, known) : isSame(known.content, content))) return String(known.id);
    const now = this.#clock.now();
    const id = known ? String(known.id) : this.#random.id();
    const { requestId } = recordedError(failure);
    const title = titleOf(failure);
    const notes = String(known?.notes ?? '');
    const labels = labelsIn(known);
    this.#db.transaction(() => {
      const values = [
        ...[key, signatureOf(diagnosis), failure.exchangeId, connectionId, credentialId, title, causeOf(diagnosis)],
        ...[causeTitleOf(diagnosis), failure.origin, hostOf(failure.url), failure.status, requestId, content],
      ];
      if (known)
        this.#db.run(
          `UPDATE cases SET key = ?, signature = ?, exchange_id = ?, connection_id = ?, credential_id = ?, title = ?, cause = ?, cause_title = ?, origin = ?,
             host = ?, status = ?, request_id = ?, content = ?, times = times + ?, last_at = CASE WHEN ? THEN ? ELSE last_at END
           WHERE id = ?`,
          ...values,
          ...[isAgain ? 1 : 0, isAgain ? 1 : 0, now, id],
        );
      else
        this.#db.run(
          `INSERT INTO cases (key, signature, exchange_id, connection_id, credential_id, title, cause, cause_title, origin, host, status, request_id,
             content, id, state, created_at, last_at, times, notes)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, 1, '')`,
          ...values,
          ...[id, now, now],
        );
      this.#index(id, wordsOf({ title, notes, requestId, ...labels }, failure, diagnosis));
      if (!known) this.#retain(id);
    });
    this.#emit();
    return id;
  }

  list(filter: CaseFilter, offset: number, limit: number): CaseRows {
    if (!this.#db.exists) return { revision: this.#revision, total: 0, all: 0, rows: [] };
    const { where, values } = conditionsOf(filter);
    const count = (condition: string, ...of: string[]) =>
      Number(this.#db.get(`SELECT count(*) AS n FROM cases WHERE ${condition}`, ...of)?.n);
    const rows = this.#db.all(
      `SELECT ${SUMMARY} FROM cases WHERE ${where} ORDER BY ${LATEST_FIRST} LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    );
    return { revision: this.#revision, total: count(where, ...values), all: count(LISTED), rows: rows.map(summaryIn) };
  }

  /** Returns a case. Throws AppError `notFound`. */
  get(id: string): Case {
    return this.#caseIn(this.#row(id));
  }

  setState(id: string, state: CaseState): Case {
    this.#change(id, 'UPDATE cases SET state = ? WHERE id = ?', state);
    return this.get(id);
  }

  /** Replaces the notes, with secrets masked, if they still equal `from`. Returns the case afterwards. */
  note(id: string, notes: string, from: string): { isSaved: boolean; case: Case } {
    const known = this.get(id);
    if (known.notes !== from) return { isSaved: false, case: known };
    const clean = maskNotes(notes);
    this.#db.transaction(() => {
      this.#db.run('UPDATE cases SET notes = ? WHERE id = ?', clean, id);
      this.#index(id, wordsOf({ ...known, notes: clean }, known.failure, known.diagnosis));
    });
    this.#emit();
    return { isSaved: true, case: this.get(id) };
  }

  /** Replaces customer, ticket and tags, and masks secrets in them. */
  label(id: string, labels: CaseLabels): Case {
    const known = this.get(id);
    const clean = maskLabels(labels);
    this.#db.transaction(() => {
      const tags = JSON.stringify(clean.tags);
      this.#db.run(
        'UPDATE cases SET customer = ?, ticket = ?, tags = ? WHERE id = ?',
        clean.customer,
        clean.ticket,
        tags,
        id,
      );
      this.#index(id, wordsOf({ ...known, ...clean }, known.failure, known.diagnosis));
    });
    this.#emit();
    return this.get(id);
  }

  counts(filter: CaseFilter): CaseCounts {
    if (!this.#db.exists) return { causes: [], weeks: [] };
    const { where, values } = conditionsOf(filter);
    const causes = this.#db.all(
      `SELECT cause_title, count(*) AS n FROM cases WHERE ${where} GROUP BY cause_title ORDER BY n DESC, cause_title LIMIT 12`,
      ...values,
    );
    const weeks = this.#db.all(
      `SELECT ${MONDAY} AS monday, count(*) AS n FROM cases WHERE ${where} GROUP BY monday ORDER BY monday DESC LIMIT 12`,
      ...values,
    );
    return {
      causes: causes.map(({ cause_title, n }) => ({ title: textOrNull(cause_title), count: Number(n) })),
      weeks: weeks.map(({ monday, n }) => ({ monday: String(monday), count: Number(n) })),
    };
  }

  /** Hides cases and returns the id of the pending deletion. */
  remove(ids: readonly string[]): Promise<string> {
    return this.#deletions.begin({ kind: 'cases', connectionId: null, ids });
  }

  #show(ids: readonly string[]): void {
    const isThere = (id: string) => this.#db.get('SELECT 1 FROM cases WHERE id = ?', id) !== undefined;
    if (!this.#db.exists || !ids.some(isThere))
      throw new AppError('notFound', { what: ids.length === 1 ? 'The case' : 'The cases' });
    this.#forEach(ids, 'UPDATE cases SET removed_at = ? WHERE id = ?', null);
  }

  #isDismissed(exchangeId: string): boolean {
    if (!this.#db.exists) return false;
    const removed = 'SELECT 1 FROM cases WHERE exchange_id = ?1 AND removed_at IS NOT NULL';
    return (
      this.#db.get(`SELECT 1 FROM dismissed WHERE exchange_id = ?1 UNION ALL ${removed}`, exchangeId) !== undefined
    );
  }

  /** Yields the matching cases, the latest first. A case that is deleted meanwhile is left out. */
  *all(filter: CaseFilter): Generator<Case> {
    if (!this.#db.exists) return;
    const { where, values } = conditionsOf(filter);
    // All ids are read first: pages would shift when a case is added or deleted meanwhile.
    const found = this.#db.all(`SELECT id FROM cases WHERE ${where} ORDER BY ${LATEST_FIRST}`, ...values);
    for (const { id } of found) {
      const row = this.#find(String(id));
      if (row) yield this.#caseIn(row);
    }
  }

  #caseFor(failure: MaskedFailure, key: string): Row | undefined {
    const found =
      failure.exchangeId === null
        ? undefined
        : this.#db.get(`SELECT * FROM cases WHERE exchange_id = ? AND ${LISTED}`, failure.exchangeId);
    const state = failure.origin === 'journal' ? "AND state = 'open'" : '';
    return found ?? this.#db.get(`SELECT * FROM cases WHERE key = ? AND ${LISTED} ${state} ORDER BY number DESC`, key);
  }

  #caseIn(row: Row): Case {
    const { failure, diagnosis } = unpacked(row.content);
    return { ...summaryIn(row), notes: String(row.notes), failure, diagnosis, seenBefore: this.#seenBefore(row) };
  }

  #seenBefore(row: Row): CaseSummary[] {
    return this.#db
      .all(
        `SELECT ${SUMMARY} FROM cases WHERE signature = ? AND number < ? AND ${LISTED} AND cause <> 'notEnough'
         ORDER BY state = 'solved' DESC, number DESC LIMIT 5`,
        String(row.signature),
        Number(row.number),
      )
      .map(summaryIn);
  }

  #find(id: string): Row | undefined {
    return this.#db.exists ? this.#db.get(`SELECT * FROM cases WHERE id = ? AND ${LISTED}`, id) : undefined;
  }

  #row(id: string): Row {
    const row = this.#find(id);
    if (!row) throw new AppError('notFound', { what: 'The case' });
    return row;
  }

  #change(id: string, sql: string, value: string): void {
    this.#row(id);
    this.#db.run(sql, value, id);
    this.#emit();
  }

  #forEach(ids: readonly string[], sql: string, value: number | null): void {
    this.#db.transaction(() => {
      for (const id of ids) this.#db.run(sql, value, id);
    });
    this.#emit();
  }

  #index(id: string, words: string): void {
    const number = Number(this.#db.get('SELECT number FROM cases WHERE id = ?', id)?.number);
    this.#db.run('DELETE FROM case_words WHERE rowid = ?', number);
    this.#db.run('INSERT INTO case_words (rowid, words) VALUES (?, ?)', number, words);
  }

  /** Deletes the cases beyond the maximum, but not `added`. Cases without notes, customer, ticket and tags go first, then the oldest. */
  #retain(added: string): void {
    const count = Number(this.#db.get('SELECT count(*) AS n FROM cases')?.n);
    if (count <= this.#maxCases) return;
    const oldest = `SELECT number FROM cases WHERE id <> ? ORDER BY notes = '' AND customer = '' AND ticket = '' AND tags = '[]' DESC, last_at LIMIT ${count - this.#maxCases + DELETED_AT_ONCE}`;
    this.#delete(`number IN (${oldest})`, added);
  }

  #deleteHidden(ids: readonly string[]): void {
    if (!this.#db.exists) return;
    const deleted = this.#db.transaction(() => {
      const where = 'removed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))';
      const hidden = JSON.stringify(ids);
      this.#db.run(
        `INSERT OR IGNORE INTO dismissed (exchange_id) SELECT exchange_id FROM cases WHERE exchange_id IS NOT NULL AND ${where}`,
        hidden,
      );
      this.#db.run('DELETE FROM dismissed WHERE number <= (SELECT max(number) FROM dismissed) - ?', this.#maxCases);
      return this.#delete(where, hidden);
    });
    if (deleted > 0) this.#db.shrink();
  }

  #delete(where: string, ...values: (number | string)[]): number {
    const numbers = this.#db.all(`SELECT number FROM cases WHERE ${where}`, ...values).map((row) => Number(row.number));
    for (const number of numbers) {
      this.#db.run('DELETE FROM case_words WHERE rowid = ?', number);
      this.#db.run('DELETE FROM cases WHERE number = ?', number);
    }
    return numbers.length;
  }

  #emit(): void {
    this.#revision += 1;
    this.#changed.emit({ revision: this.#revision });
  }
}

interface Content {
  readonly failure: MaskedFailure;
  readonly diagnosis: Diagnosis;
}

const packed = (content: Content): Uint8Array => deflateRawSync(JSON.stringify(content));
const isSame = (one: Row[string] | undefined, other: Uint8Array): boolean =>
  one instanceof Uint8Array && Buffer.compare(one, other) === 0;

/** Whether a recorded failure is older than the failure in its case. */
const isOlder = (failure: MaskedFailure, known: Row): boolean =>
  failure.origin === 'journal' && (failure.sentAt ?? 0) < (unpacked(known.content).failure.sentAt ?? 0);

const StoredContent = z.object({ failure: MaskedFailure, diagnosis: Diagnosis });

/** Reads the stored failure and diagnosis. Throws AppError `storageFailed` when their form is unknown. */
function unpacked(content: Row[string] | undefined): Content {
  try {
    const text = content instanceof Uint8Array ? inflateRawSync(content).toString() : '';
    return StoredContent.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError(
      'storageFailed',
      { what: 'The case', reason: 'its form is not known', access: 'read' },
      { cause },
    );
  }
}

const textOrNull = (value: Row[string] | undefined): string | null => (typeof value === 'string' ? value : null);

const Tags = CaseLabels.shape.tags;

function labelsIn(row: Row | undefined): CaseLabels {
  const tags = Tags.catch([]).parse(JSON.parse(String(row?.tags ?? '[]')));
  return { customer: String(row?.customer ?? ''), ticket: String(row?.ticket ?? ''), tags };
}

function summaryIn(row: Row): CaseSummary {
  return {
    id: String(row.id),
    number: Number(row.number),
    title: String(row.title),
    cause: CauseId.catch('notEnough').parse(row.cause),
    causeTitle: textOrNull(row.cause_title),
    state: CaseState.catch('open').parse(row.state),
    origin: MaskedFailure.shape.origin.catch('paste').parse(row.origin),
    connectionId: textOrNull(row.connection_id),
    credentialId: textOrNull(row.credential_id),
    host: textOrNull(row.host),
    status: typeof row.status === 'number' ? row.status : null,
    requestId: textOrNull(row.request_id),
    createdAt: Number(row.created_at),
    lastAt: Number(row.last_at),
    times: Number(row.times),
    hasNotes: row.notes !== '',
    ...labelsIn(row),
  };
}

/** The maximum length of a path in a title. A longer path is cut at its beginning, because its end differs between requests. */
const MAX_PATH = 18;

/** Makes the title of a case: "Create quote: 403", "GET /v1/listings: no answer" or "GET …/quotes/q1: 403". */
function titleOf({ operation, method, url, status, networkError }: MaskedFailure): string {
  const whole = url === null ? null : URL.canParse(url) ? new URL(url).pathname : url;
  const path = whole === null || whole.length <= MAX_PATH ? whole : endOf(whole);
  const what = operation ? operationName(operation) : [method, path].filter(Boolean).join(' ') || 'A request';
  const outcome = status ?? (networkError ? (networkError.code ?? 'no answer') : 'no answer known');
  return `${what}: ${outcome}`.slice(0, 300);
}

const endOf = (path: string): string => {
  const end = path.slice(-MAX_PATH);
  return `…${end.slice(Math.max(0, end.indexOf('/')))}`;
};

const hostOf = (url: string | null): string | null => (url !== null && URL.canParse(url) ? new URL(url).host : null);
