/** The embedded sandbox: its state and the commands of its control panel. */
import { z } from 'zod';
import { OperationId } from './operation.ts';
import { Api, ClockFace, Id } from './primitives.ts';

export const FaultTarget = z.union([OperationId, z.literal('token'), z.literal('any')]);
export type FaultTarget = z.infer<typeof FaultTarget>;

export const FaultEffect = z.discriminatedUnion('kind', [
  /** Answers with this status and an error envelope; the request has no other effect. */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.union([
      z.literal(400),
      z.literal(401),
      z.literal(403),
      z.literal(429),
      z.literal(500),
      z.literal(502),
      z.literal(503),
    ]),
  }),
  z.strictObject({ kind: z.literal('delay'), delayMs: z.number().int().min(1).max(120_000) }),
  /** Closes the connection before the request has an effect, or after it, so that its answer is lost. */
  z.strictObject({ kind: z.literal('drop'), when: z.enum(['before', 'after']) }),
]);
export type FaultEffect = z.infer<typeof FaultEffect>;

/** A fault in the next `times` matching requests. A `times` of null means all of them, until the fault is removed. */
export const Fault = z.strictObject({
  id: Id,
  target: FaultTarget,
  effect: FaultEffect,
  times: z.number().int().min(1).max(100_000).nullable(),
});
export type Fault = z.infer<typeof Fault>;

/** The paths of the search that the sandbox can answer. */
const SearchVariant = z.enum(['v1-search', 'listings']);

/** The place of a rate plan's amounts: in the plan's `money`, `money.money` or `ratePlan.money`, or nowhere (`unpriced`; service.md §7.3, §7.4). */
export const QuoteShape = z.enum(['flat', 'nested', 'inPlan', 'unpriced']);
export type QuoteShape = z.infer<typeof QuoteShape>;

/** The type of listing ids in records: text, or numbers above 2^53. A parser that rounds confuses such numbers. */
export const ListingIds = z.enum(['texts', 'numbers']);

/** A set of client credentials as the sandbox knows it. */
export const SandboxApplication = z.strictObject({
  clientId: z.string(),
  api: Api,
  label: z.string(),
  liveTokens: z.number().int(),
  issuedInWindow: z.number().int(),
});
export type SandboxApplication = z.infer<typeof SandboxApplication>;

export const SandboxState = z.strictObject({
  revision: z.number().int(),
  running: z.boolean(),
  origin: z.string().nullable(),
  fingerprint: z.string().nullable(),
  failure: z.string().nullable(),
  clock: ClockFace,
  listings: z.number().int(),
  searchVariants: z.array(SearchVariant),
  quoteShape: QuoteShape,
  listingIds: ListingIds,
  activated: z.boolean(),
  denied: z.array(OperationId),
  faults: z.array(Fault),
  applications: z.array(SandboxApplication),
  requests: z.number().int(),
  answered429: z.number().int(),
  reservations: z.number().int(),
});
export type SandboxState = z.infer<typeof SandboxState>;

export const SandboxCommand = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('expireTokens'), api: Api }),
  z.strictObject({ kind: z.literal('revokeTokens'), api: Api }),
  z.strictObject({ kind: z.literal('resetQuota'), api: Api }),
  z.strictObject({
    kind: z.literal('addFault'),
    target: FaultTarget,
    effect: FaultEffect,
    times: z.number().int().min(1).max(100_000).nullable(),
  }),
  z.strictObject({ kind: z.literal('removeFault'), id: Id }),
  z.strictObject({ kind: z.literal('setPermission'), operation: OperationId, allowed: z.boolean() }),
  z.strictObject({ kind: z.literal('setClockRate'), rate: z.number().min(1).max(10_000) }),
  z.strictObject({ kind: z.literal('setListings'), count: z.number().int().min(0).max(50_000) }),
  z.strictObject({
    kind: z.literal('setSearchVariants'),
    variants: z.array(SearchVariant).max(SearchVariant.options.length),
  }),
  z.strictObject({ kind: z.literal('setQuoteShape'), shape: QuoteShape }),
  z.strictObject({ kind: z.literal('setListingIds'), ids: ListingIds }),
  z.strictObject({ kind: z.literal('setActivated'), activated: z.boolean() }),
  z.strictObject({ kind: z.literal('reset') }),
]);
export type SandboxCommand = z.infer<typeof SandboxCommand>;
