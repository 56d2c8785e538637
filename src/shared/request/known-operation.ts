/** Describes an operation by its parameters, from the data of a preset, so that a request can be compared with it. */
import type {
  Operation,
  OperationId,
  OperationShape,
  OperationVariant,
  ParameterFormat,
  ParameterSchema,
} from '../model/operation.ts';
import type { Api } from '../model/primitives.ts';

/** A parameter of the query or a field of the body. `value` is the name of the desk's value for it; null when the desk sends none. */
export interface KnownParameter extends ParameterSchema {
  readonly name: string;
  readonly value: string | null;
}

/** An operation in one variant. `path` has `{name}` for each id. `body` is null when the operation takes none. */
export interface KnownOperation {
  readonly id: OperationId;
  readonly api: Api;
  readonly title: string;
  readonly method: OperationShape['method'];
  readonly path: string;
  readonly query: readonly KnownParameter[];
  readonly body: readonly KnownParameter[] | null;
}

/** The formats of the values that the desk supplies; every other value is a text. */
const FORMATS: Readonly<Record<string, ParameterFormat>> = {
  ...{ checkIn: 'day', checkOut: 'day', from: 'day', to: 'day' },
  ...{ guests: 'count', adults: 'count', children: 'count', infants: 'count' },
  ...{ coupons: 'list', guest: 'object', holdHours: 'number' },
};
const formatOf = (value: string): ParameterFormat => FORMATS[value] ?? 'text';

/** Lists every variant of the operations. The parameters of a variant are those of its `shape` and all documented ones in its `parameters`. */
export const knownOperations = (operations: readonly Operation[]): KnownOperation[] =>
  operations.flatMap((operation) => operation.variants.map((variant) => knownOperation(operation, variant)));

function knownOperation({ id, api, title }: Operation, { shape, parameters = {} }: OperationVariant): KnownOperation {
  const hasBody = shape.method !== 'GET';
  const query = [...queryOf(shape), ...(hasBody ? [] : documented(parameters))];
  const body = shape.body === null ? null : [...bodyOf(shape.body), ...documented(parameters)];
  return {
    id,
    api,
    title,
    method: shape.method,
    path: shape.path,
    query: distinct(query),
    body: body && distinct(body),
  };
}

function queryOf({ query, fixed = {}, paging }: OperationShape): KnownParameter[] {
  const values = Object.entries(query).map(([name, value]) => ({ name, value, format: formatOf(value) }));
  const pages =
    paging.kind === 'none' ? [] : paging.kind === 'skip' ? [paging.skipParameter] : [paging.cursorParameter];
  const limit = paging.kind === 'none' || paging.limitParameter === null ? [] : [paging.limitParameter];
  return [
    ...values,
    ...Object.keys(fixed).map((name) => ({ name, value: null, format: 'text' as const })),
    ...pages.map((name) => ({
      name,
      value: null,
      format: paging.kind === 'skip' ? ('count' as const) : ('text' as const),
    })),
    ...limit.map((name) => ({ name, value: null, format: 'count' as const })),
  ];
}

const VALUE = /^\{\{(\w+)(\|join)?\}\}$/;

/** The fields of a body template. A value whose parts are joined is a text. */
function bodyOf(template: OperationShape['body']): KnownParameter[] {
  if (typeof template !== 'object' || template === null || Array.isArray(template)) return [];
  return Object.entries(template).map(([name, inner]) => {
    const [, value = null, joined] = typeof inner === 'string' ? (VALUE.exec(inner) ?? []) : [];
    const format = joined ? 'text' : value !== null ? formatOf(value) : typeof inner === 'object' ? 'object' : 'text';
    return { name, value, format };
  });
}

const documented = (parameters: Readonly<Record<string, ParameterSchema>>): KnownParameter[] =>
  Object.entries(parameters).map(([name, schema]) => ({ name, value: null, ...schema }));

/** Keeps one parameter for each name; the documented format replaces the template's. */
function distinct(parameters: readonly KnownParameter[]): KnownParameter[] {
  const byName = new Map<string, KnownParameter>();
  for (const one of parameters) {
    const known = byName.get(one.name);
    byName.set(one.name, known ? { ...known, ...one, value: known.value ?? one.value } : one);
  }
  return [...byName.values()];
}
