/** Exchanges (one request and its response, redacted) and rate windows. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { Api, ClockFace, EpochMs, Id } from './primitives.ts';

/** One window of a rate limit: at most `limit` requests in `windowMs` (spec.md, Limits). */
export const RateRule = z.strictObject({
  window: z.enum(['second', 'minute', 'hour']),
  windowMs: z.number().int().positive(),
  limit: z.number().int().positive(),
});
export type RateRule = z.infer<typeof RateRule>;

/** What a rate header of the server last said about one window. */
export const ServerRate = z.strictObject({
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  receivedAt: EpochMs,
});
export type ServerRate = z.infer<typeof ServerRate>;

/** Use of one window at the snapshot's time; `freesAt` is when the oldest request leaves it. */
export const RateWindow = RateRule.extend({
  used: z.number().int(),
  freesAt: EpochMs.nullable(),
  server: ServerRate.nullable(),
});
export type RateWindow = z.infer<typeof RateWindow>;

/** The windows of one API. An API without published limits has an empty list. */
export const RateGroup = z.strictObject({
  api: Api,
  windows: z.array(RateWindow),
  waiting: z.number().int(),
  estimateMs: z.number(),
  pausedUntil: EpochMs.nullable(),
});
export type RateGroup = z.infer<typeof RateGroup>;

export const RatesSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  clock: ClockFace,
  asOf: EpochMs,
  groups: z.array(RateGroup),
});
export type RatesSnapshot = z.infer<typeof RatesSnapshot>;

/** Header lines in the order sent or received, redacted. */
export const HeaderLines = z.array(z.tuple([z.string(), z.string()]));
export type HeaderLines = z.infer<typeof HeaderLines>;

/** A body as recorded: redacted text, cut at the cap; `bytes` is the true size. */
export const RecordedBody = z.strictObject({ text: z.string(), bytes: z.number().int(), cut: z.boolean() });
export type RecordedBody = z.infer<typeof RecordedBody>;

/** One attempt of one request. A chain of attempts shares `chainId`. `operation` is an operation id or `token`. */
export const ExchangeSummary = z.strictObject({
  id: Id,
  chainId: Id,
  attempt: z.number().int(),
  connectionId: Id,
  credentialId: Id.nullable(),
  api: Api,
  operation: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  requestId: z.string().nullable(),
  tokenGeneration: z.number().int().nullable(),
  queuedAt: EpochMs,
  sentAt: EpochMs,
  durationMs: z.number().nullable(),
  responseBytes: z.number().int().nullable(),
});
export type ExchangeSummary = z.infer<typeof ExchangeSummary>;

export const Exchange = ExchangeSummary.extend({
  requestHeaders: HeaderLines,
  requestBody: RecordedBody.nullable(),
  responseHeaders: HeaderLines.nullable(),
  responseBody: RecordedBody.nullable(),
  failure: ErrorData.nullable(),
});
export type Exchange = z.infer<typeof Exchange>;

/** The newest exchanges first, at most what was asked for; `total` counts all that are kept. */
export const ExchangePage = z.strictObject({
  revision: z.number().int(),
  total: z.number().int(),
  exchanges: z.array(ExchangeSummary),
});
export type ExchangePage = z.infer<typeof ExchangePage>;
