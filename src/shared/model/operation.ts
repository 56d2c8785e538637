/** The two APIs as data: how each operation is requested, and how its answer is read. The preset files in resources/presets have this form. */
import { z } from 'zod';
import { hasDotSegment } from '../request/dot-segments.ts';
import { mayAddHeader, OPERATION_HEADERS } from '../request/operation-headers.ts';
import { BodyTemplate, MAX_CHARACTERS, MAX_ENTRIES, mapOf } from './bounds.ts';
import { Api, Json, Provenance } from './primitives.ts';
import { RateRule } from './rates.ts';
import { TokenRuleSet } from './token-rules.ts';

export const OperationId = z.enum([
  'listListings',
  'search',
  'calendar',
  'quoteCreate',
  'quoteGet',
  'quoteCoupons',
  'quoteInstant',
  'quoteRequest',
]);
export type OperationId = z.infer<typeof OperationId>;

/** The way to request the next page of a list. `recordsAt`, `nextAt` and `totalAt` are dotted paths into the answer. */
export const Paging = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('skip'),
    limitParameter: z.string(),
    skipParameter: z.string(),
    pageSize: z.number().int().min(1).max(1_000),
    totalAt: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('cursor'),
    limitParameter: z.string().nullable(),
    cursorParameter: z.string(),
    pageSize: z.number().int().min(1).max(1_000),
    nextAt: z.string(),
    totalAt: z.string().nullable(),
  }),
]);
export type Paging = z.infer<typeof Paging>;

/**
 * The request of an operation. `path` may have `{name}` placeholders. `query` maps a parameter's name to the name of the value that the desk
 * supplies. `body` is a JSON template: the string `{{name}}` is replaced by the value of that name with its type, and left out when there is none;
 * `{{name|join}}` becomes the values joined by commas. `repeatable`: sending the request twice does no harm.
 */
export const OperationShape = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().regex(/^\/[^\s?#]*$/, 'must start with / and hold no space, ? or #'),
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  /** Parameters with a fixed value. */
  fixed: z.record(z.string(), z.string()).optional(),
  body: Json.nullable(),
  recordsAt: z.string().nullable(),
  paging: Paging,
  repeatable: z.boolean(),
});
export type OperationShape = z.infer<typeof OperationShape>;

const ParameterName = z.string().max(MAX_CHARACTERS.name);
const FieldPath = z.string().max(MAX_CHARACTERS.line);
const [NoPaging, SkipPaging, CursorPaging] = Paging.options;

export const OperationShapeInput = OperationShape.extend({
  path: OperationShape.shape.path
    .max(MAX_CHARACTERS.line)
    .refine((path) => !hasDotSegment(path), 'must not hold . or .. as a part of the path'),
  headers: mapOf(ParameterName, z.string().max(MAX_CHARACTERS.text), MAX_ENTRIES.fields),
  query: mapOf(ParameterName, ParameterName, MAX_ENTRIES.fields),
  fixed: mapOf(ParameterName, z.string().max(MAX_CHARACTERS.line), MAX_ENTRIES.fields).optional(),
  body: BodyTemplate.nullable(),
  recordsAt: FieldPath.nullable(),
  paging: z.discriminatedUnion('kind', [
    NoPaging,
    SkipPaging.extend({ limitParameter: ParameterName, skipParameter: ParameterName, totalAt: FieldPath.nullable() }),
    CursorPaging.extend({
      limitParameter: ParameterName.nullable(),
      cursorParameter: ParameterName,
      nextAt: FieldPath,
      totalAt: FieldPath.nullable(),
    }),
  ]),
}).refine(({ headers }) => Object.keys(headers).every(mayAddHeader), {
  path: ['headers'],
  error: `must have only headers of this list: ${OPERATION_HEADERS.join(', ')}`,
});

/** The format of a parameter's value. `day` is written YYYY-MM-DD, `count` is a whole number, `json` is a JSON object as text. */
export const ParameterFormat = z.enum(['day', 'count', 'number', 'text', 'list', 'object', 'json']);
export type ParameterFormat = z.infer<typeof ParameterFormat>;

/** A parameter, or a field of the body, as it is documented. `max` bounds a count; `values` are all accepted values. */
export const ParameterSchema = z.strictObject({
  format: ParameterFormat,
  required: z.boolean().optional(),
  max: z.number().optional(),
  values: z.array(z.union([z.string(), z.number()])).optional(),
});
export type ParameterSchema = z.infer<typeof ParameterSchema>;

/** One way to send an operation. `remark` is a sentence for the person. `parameters` holds, by name, the documentation of parameters. */
export const OperationVariant = z.strictObject({
  id: z.string(),
  title: z.string(),
  provenance: Provenance,
  remark: z.string(),
  shape: OperationShape,
  parameters: z.record(z.string(), ParameterSchema).optional(),
});
export type OperationVariant = z.infer<typeof OperationVariant>;

export const Operation = z.strictObject({
  id: OperationId,
  api: Api,
  title: z.string(),
  variants: z.array(OperationVariant).min(1),
});
export type Operation = z.infer<typeof Operation>;

const ProvenAddress = z.strictObject({ value: z.string().nullable(), provenance: Provenance, remark: z.string() });

/** A named set of rate limits. A set without rules does not limit. The first set of a preset applies unless a person chooses another. */
export const LimitSet = z.strictObject({
  id: z.string(),
  title: z.string(),
  rules: z.array(RateRule),
  provenance: Provenance,
  remark: z.string(),
});
export type LimitSet = z.infer<typeof LimitSet>;

/** A preset: addresses, rate limits, token rules and operations, each with its provenance. */
export const Preset = z.strictObject({
  id: z.enum(['guesty', 'custom', 'sandbox']),
  name: z.string(),
  remark: z.string(),
  addresses: z.strictObject({
    baseUrl: ProvenAddress,
    authUrl: ProvenAddress,
    bookingBaseUrl: ProvenAddress,
    bookingAuthUrl: ProvenAddress,
  }),
  rates: z.strictObject({ openApi: z.array(LimitSet).min(1), booking: z.array(LimitSet).min(1) }),
  tokens: z.strictObject({ openApi: z.array(TokenRuleSet).min(1), booking: z.array(TokenRuleSet).min(1) }),
  operations: z.array(Operation),
});
export type Preset = z.infer<typeof Preset>;

/** A path that the path doctor found. `from` and `to` are the request before and after, such as "GET https://booking.example.com/api/listings". */
export const FoundPath = z.strictObject({ from: z.string(), to: z.string() });
export type FoundPath = z.infer<typeof FoundPath>;

/** An operation as a connection sends it. `shape` belongs to the variant `variantId`, to the `found` path, or is the person's own shape `custom`. */
export const EffectiveOperation = z.strictObject({
  operation: Operation,
  variantId: z.string(),
  custom: OperationShape.nullable(),
  shape: OperationShape,
  provenance: Provenance,
  found: FoundPath.nullable(),
});
export type EffectiveOperation = z.infer<typeof EffectiveOperation>;
