/** Calls operations of the two APIs: fills an operation's shape with values, sends it, and finds the records and the next page in the answer. */
import { AppError, invalidInput } from '../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { FoundPath, OperationId, OperationShape, Paging } from '../../shared/model/operation.ts';
import type { Json } from '../../shared/model/primitives.ts';
import type { Lane } from '../../shared/model/rates.ts';
import { parseExactJson } from '../../shared/text/exact-json.ts';
import type { Answer } from '../http/answer.ts';
import { couldBeSecret } from '../redact/own-secrets.ts';
import { isSecretName } from '../redact/redact-keys.ts';
import type { Pipeline } from '../traffic/pipeline.ts';
import { isUnder } from '../traffic/request.ts';
import type { OperationStore } from './operation-store.ts';
import { findRecords, firstNumber, firstText, readPath } from './read-json.ts';
import { withReported } from './unusable-answer.ts';

/** Values by name for the placeholders of an operation's shape (shared/model/operation.ts). */
export type Values = Readonly<Record<string, unknown>>;

/** The page to read: the one at position `skip` or at a cursor, by default the first. `limit`: the page size, by default the operation's. */
export interface PageRequest {
  readonly skip?: number;
  readonly cursor?: string;
  readonly limit?: number;
}

export interface ApiCall {
  readonly connection: Connection;
  readonly credentialId: string;
  readonly operation: OperationId;
  readonly values: Values;
  readonly page?: PageRequest;
  readonly signal?: AbortSignal | undefined;
  /** A signal that prevents further attempts; an attempt in flight ends normally. */
  readonly drainSignal?: AbortSignal | undefined;
  /** `variantId` and `base` replace the connection's for this call only; the base address must have the same origin. */
  readonly variantId?: string;
  readonly base?: string;
  /** False forbids further attempts after a failure. */
  readonly retry?: boolean;
  /** False prevents any issuance for this call; without a usable token the call is not sent. */
  readonly mayIssue?: boolean;
  readonly lane?: Lane;
  readonly taskId?: string | null;
  readonly following?: number;
  readonly deadlineMs?: number;
  /** True keeps an amount as text when a number would lose digits; long ids are always kept as text. */
  readonly exactAmounts?: boolean;
}

/**
 * The answer to a call of an operation. `records`: the list in it, or `null`. `nextSkip`, `nextCursor`: where the next page begins; `null` when
 * unknown. `limit`: the requested page size, or the smaller one that the server reports; `null` for an operation without pages.
 */
export interface ApiAnswer {
  readonly body: Json;
  readonly records: Json[] | null;
  readonly total: number | null;
  readonly limit: number | null;
  readonly nextCursor: string | null;
  readonly nextSkip: number | null;
  readonly exchangeId: string;
  readonly receivedAt: number;
  readonly variantId: string;
  /** The path that the path doctor found for this answer, or null. */
  readonly found?: FoundPath | null;
}

export interface ApiClientOptions {
  readonly pipeline: Pick<Pipeline, 'send'>;
  readonly operations: Pick<OperationStore, 'effective'>;
}

export class ApiClient {
  readonly #options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  /**
   * Calls an operation. Throws AppError `addressMissing`, `invalidInput` (a value in the path is missing), `answerUnusable` (the answer to a read is
   * not JSON), `outcomeUnknown` (the answer to a write is not JSON), and the errors of the pipeline.
   */
  async call(call: ApiCall): Promise<ApiAnswer> {
    const { operation, shape, variantId } = this.#shapeOf(call);
    const answered = await this.#options.pipeline.send({
      connectionId: call.connection.id,
      credentialId: call.credentialId,
      api: operation.api,
      operation: operation.id,
      title: operation.title,
      method: shape.method,
      url: this.urlOf(call),
      ...(call.base === undefined ? {} : { base: call.base }),
      headers: Object.entries(shape.headers),
      body: fillBody(shape, call.values),
      repeatable: shape.repeatable,
      ...(call.retry === undefined ? {} : { retry: call.retry }),
      ...(call.mayIssue === undefined ? {} : { mayIssue: call.mayIssue }),
      ...(call.lane === undefined ? {} : { lane: call.lane }),
      ...(call.taskId === undefined ? {} : { taskId: call.taskId }),
      ...(call.following === undefined ? {} : { following: call.following }),
      ...(call.deadlineMs === undefined ? {} : { deadlineMs: call.deadlineMs }),
      secrets: secretsIn(call.values),
      signal: call.signal,
      drainSignal: call.drainSignal,
    });
    const json = jsonOf(answered, shape, operation.title);
    const body = call.exactAmounts === true && json !== null ? parseExactJson(answered.text) : json;
    const records = recordsOf(body, shape);
    return {
      body,
      records,
      ...placeOf(body, records, shape.paging, call.page ?? {}),
      exchangeId: answered.exchangeId,
      receivedAt: answered.receivedAt,
      variantId,
    };
  }

  /** The address that a call uses. Throws AppError `addressMissing`, `invalidInput`. */
  urlOf(call: ApiCall): string {
    const { operation, shape } = this.#shapeOf(call);
    const key = ADDRESS_KEYS[operation.api].base;
    const base = call.base ?? call.connection.addresses[key];
    if (base === null) throw new AppError('addressMissing', { address: ADDRESS_LABELS[key] });
    const url = fillUrl(base, shape, call.values, pageParameters(shape.paging, call.page ?? {}));
    if (isUnder(url, base)) return url;
    const message = `The path of “${operation.title}” leads out of the ${ADDRESS_LABELS[key]}; correct it in Connections.`;
    throw invalidInput('path', message);
  }

  #shapeOf({ connection, operation: id, variantId }: ApiCall) {
    const effective = this.#options.operations.effective(connection, id);
    const { operation } = effective;
    if (variantId === undefined) {
      return { operation, shape: effective.shape, variantId: effective.custom ? 'custom' : effective.variantId };
    }
    const variant = operation.variants.find((candidate) => candidate.id === variantId);
    if (!variant) throw new AppError('notFound', { what: 'This variant' });
    return { operation, shape: variant.shape, variantId };
  }
}

/** The values whose names mark them as secrets, such as `cardToken`. A person's own shape may put them anywhere in a request. */
const secretsIn = (values: Values): string[] =>
  Object.entries(values).flatMap(([name, value]) => (isSecretName(name) && couldBeSecret(value) ? [value] : []));

function pageParameters(paging: Paging, page: PageRequest): Values {
  if (paging.kind === 'none') return {};
  if (paging.kind === 'skip')
    return { [paging.limitParameter]: page.limit ?? paging.pageSize, [paging.skipParameter]: page.skip ?? 0 };
  const limit = paging.limitParameter === null ? {} : { [paging.limitParameter]: page.limit ?? paging.pageSize };
  return { ...limit, [paging.cursorParameter]: page.cursor };
}

function jsonOf(answer: Answer, shape: OperationShape, title: string): Json {
  const { text, json, exchangeId } = answer;
  if (text.trim() === '') return null;
  if (json !== undefined) return json;
  if (!shape.repeatable) {
    const reason = withReported('the answer is not JSON', answer.errorEnvelope);
    throw new AppError('outcomeUnknown', { what: title, reason, exchangeId });
  }
  throw new AppError('answerUnusable', { problem: withReported('it is not JSON', answer.errorEnvelope), exchangeId });
}

/** The records at the path that the shape names, else the list that {@link findRecords} finds. */
function recordsOf(body: Json, shape: OperationShape): Json[] | null {
  const named = shape.recordsAt === null ? undefined : readPath(body, shape.recordsAt);
  return Array.isArray(named) ? named : (findRecords(body)?.records ?? null);
}

export type Place = Pick<ApiAnswer, 'total' | 'limit' | 'nextCursor' | 'nextSkip'>;

function placeOf(body: Json, records: Json[] | null, paging: Paging, page: PageRequest): Place {
  if (paging.kind === 'none') return { total: null, limit: null, nextCursor: null, nextSkip: null };
  const total = paging.totalAt === null ? null : wholeNumber(firstNumber(body, paging.totalAt));
  const requested = page.limit ?? paging.pageSize;
  const { limitParameter: name } = paging;
  const reported = name === null ? null : wholeNumber(firstNumber(body, name, `pagination.${name}`));
  const limit = reported === null || reported < 1 ? requested : Math.min(reported, requested);
  if (paging.kind === 'cursor') return { total, limit, nextCursor: firstText(body, paging.nextAt), nextSkip: null };
  const got = records?.length ?? 0;
  return { total, limit, nextCursor: null, nextSkip: got > 0 ? (page.skip ?? 0) + got : null };
}

/** The rounded number; `null` when it is negative or too large to be exact. */
const wholeNumber = (value: number | null): number | null =>
  value !== null && value >= 0 && Number.isSafeInteger(Math.round(value)) ? Math.round(value) : null;

/** Makes the address of a call: the base, the path with its placeholders filled, and the query of fixed values, given values and `extra`. */
export function fillUrl(base: string, shape: OperationShape, values: Values, extra: Values = {}): string {
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, values[name]));
  const pairs = [
    ...Object.entries(shape.fixed ?? {}),
    ...Object.entries(shape.query).map(([parameter, name]) => [parameter, values[name]]),
    ...Object.entries(extra),
  ]
    .map(([parameter, value]) => [String(parameter), queryText(value)] as [string, string | null])
    .filter((pair): pair is [string, string] => pair[1] !== null);
  const query = new URLSearchParams(pairs).toString();
  return `${base}${path}${query === '' ? '' : `?${query}`}`;
}

/** Makes the JSON body of a call; `null` when the shape has none. Fields without a value and objects that become empty are left out. */
export function fillBody(shape: OperationShape, values: Values): string | null {
  if (shape.body === null) return null;
  return JSON.stringify(fill(shape.body, values) ?? {});
}

function fill(template: Json, values: Values): Json | undefined {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fill(item, values)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  const entries = Object.entries(template)
    .map(([key, value]) => [key, fill(value, values)] as const)
    .filter((entry): entry is readonly [string, Json] => entry[1] !== undefined);
  return entries.length === 0 && Object.keys(template).length > 0 ? undefined : Object.fromEntries(entries);
}

function fillText(template: string, values: Values): Json | undefined {
  const match = /^\{\{\s*(\w+)\s*(\|\s*join\s*)?\}\}$/.exec(template);
  if (!match) return template;
  const value = values[match[1] ?? ''];
  if (value === undefined || value === null) return undefined;
  if (match[2] === undefined) return value as Json;
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return text === '' ? undefined : text;
}

/** Encodes a value as one path segment. Throws `invalidInput` for an empty value or one that would lead to another path. */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text === '' || text === '.' || text === '..') throw invalidInput(name, `The request needs a usable ${name}.`);
  return encodeURIComponent(text);
}

/** Encodes a value as query text: lists comma-joined, objects as JSON. Returns `null` for an absent or empty value, whose parameter is left out. */
function queryText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
