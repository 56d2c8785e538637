/** The format of a case (README.md), and its reading as a failure: masked as the console masks what arrives. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { authorizationShape } from '../../src/main/doctor/authorization.ts';
import { pageMark } from '../../src/main/doctor/facts/answered-by.ts';
import { type Failure, NO_SURROUNDINGS, type Surroundings } from '../../src/main/doctor/failure.ts';
import type { Accepted } from '../../src/main/doctor/history.ts';
import { redactHeaders, redactText, redactUrl, subjectOf } from '../../src/main/redact/redact.ts';
import { redactBody, redactTokenBody } from '../../src/main/redact/redact-body.ts';
import { BookingOption } from '../../src/shared/model/connection.ts';
import { CauseId } from '../../src/shared/model/diagnosis.ts';
import { Preset } from '../../src/shared/model/operation.ts';
import { Api } from '../../src/shared/model/primitives.ts';
import { QuotaUnit } from '../../src/shared/model/token-rules.ts';
import { RESOURCES } from '../support/resources.ts';

const Headers = z.union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))]);
const Body = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]);
const Time = z.iso.datetime({ offset: true });
const Neighbour = z.strictObject({ operation: z.string(), offsetMs: z.number() });

export const FailureCase = z.strictObject({
  name: z.string().min(1),
  cause: CauseId,
  nearMissOf: CauseId.optional(),
  request: z
    .strictObject({
      method: z.string().optional(),
      url: z.string().optional(),
      headers: Headers.optional(),
      body: Body.optional(),
      sentAt: Time.optional(),
    })
    .optional(),
  response: z
    .strictObject({ status: z.number().int().optional(), headers: Headers.optional(), body: Body.optional() })
    .optional(),
  networkError: z.strictObject({ code: z.string().nullable(), message: z.string() }).optional(),
  token: z
    .strictObject({
      issuedAt: Time.optional(),
      expiresAt: Time.optional(),
      notBefore: Time.optional(),
      scopes: z.array(z.string()).optional(),
      audience: z.array(z.string()).optional(),
      issuerHost: z.string().optional(),
    })
    .optional(),
  console: z
    .strictObject({
      skewMs: z.number().optional(),
      operation: z.string().optional(),
      bookingOption: BookingOption.optional(),
      applications: z.number().int().optional(),
      credentialApi: Api.optional(),
      otherApplications: z.array(z.strictObject({ label: z.string(), remaining: z.number().int() })).optional(),
      ledger: z
        .strictObject({
          unit: QuotaUnit,
          limit: z.number().int().nullable().optional(),
          remaining: z.number().int(),
          nextSlotAt: z.union([z.number(), Time]).nullable().optional(),
        })
        .optional(),
      token: z
        .strictObject({ ageMs: z.number().optional(), leftMs: z.number().optional(), scope: z.string().optional() })
        .optional(),
      history: z
        .strictObject({
          otherBefore: Neighbour.optional(),
          otherAfter: Neighbour.optional(),
          sameBefore: Neighbour.optional(),
          sameAfter: Neighbour.optional(),
          newerAccepted: Neighbour.optional(),
          baseAccepted: Neighbour.optional(),
          reservationBefore: Neighbour.optional(),
          reservationOfQuote: z.enum(['same', 'other']).optional(),
          acceptedElsewhere: Neighbour.optional(),
          refusedElsewhere: Neighbour.optional(),
          newerRefused: z.boolean().optional(),
          olderRefused: z.boolean().optional(),
        })
        .optional(),
    })
    .optional(),
});
export type FailureCase = z.input<typeof FailureCase>;

/** The day on which the customers' cases are read: after all of them. */
const READ_AT = Date.parse('2026-12-31T00:00:00Z');
const RULES = { keepGuests: false } as const;
const GUESTY = Preset.omit({ operations: true }).parse(
  JSON.parse(readFileSync(join(RESOURCES, 'presets', 'guesty.json'), 'utf8'), (key, value) =>
    key === 'operations' ? undefined : value,
  ),
);
const ADDRESSES = {
  baseUrl: GUESTY.addresses.baseUrl.value,
  authUrl: GUESTY.addresses.authUrl.value,
  bookingBaseUrl: GUESTY.addresses.bookingBaseUrl.value,
  bookingAuthUrl: GUESTY.addresses.bookingAuthUrl.value,
};

/** Stands where a case has TOKEN. */
const OPAQUE_TOKEN = 'Q7xk2vPz9rLm4tWb8nYc3sHd6fJg1aEu';

/** The cases of all JSON files of a folder beside this file; none when the folder has none. */
export function casesIn(folder: string): FailureCase[] {
  const path = new URL(`./${folder}/`, import.meta.url);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : [];
  return files.flatMap((name) => z.array(FailureCase).parse(JSON.parse(readFileSync(new URL(name, path), 'utf8'))));
}

/** A case as the rules see it. */
export function failureOfCase(one: FailureCase): [Failure, Surroundings] {
  const { request = {}, response, token, networkError } = one;
  const headers = linesOf(request.headers);
  const answered = linesOf(response?.headers);
  const authorization = valueIn(headers, 'authorization');
  const isToken = /\/token$/.test((request.url ?? '').split('?')[0] ?? '');
  const type = valueIn(headers, 'content-type') ?? null;
  const sentText = textOf(request.body);
  const text =
    sentText === null
      ? null
      : redactBody(sentText, sentText.length, { rules: RULES, type, subject: subjectOf(request.url ?? '') }).text;
  const isForm = text !== null && /^[\w.]+=/.test(text);
  return [
    {
      ...{ origin: one.console ? 'journal' : 'paste', exchangeId: null, api: null },
      operation: one.console?.operation ?? null,
      method: request.method ?? null,
      url: request.url === undefined ? null : redactUrl(request.url, RULES),
      requestHeaders: redactHeaders(headers, RULES),
      requestHeadersKnown: request.headers !== undefined,
      requestBody:
        text === null
          ? null
          : { contentType: type, text, fields: isForm ? Object.fromEntries(new URLSearchParams(text)) : null },
      status: response?.status ?? null,
      responseHeaders: redactHeaders(answered, RULES),
      responseHeadersKnown: response?.headers !== undefined,
      responseBody: maskedAnswer(textOf(response?.body), valueIn(answered, 'content-type') ?? null, isToken),
      page: pageMark(textOf(response?.body)),
      networkError: networkError ? { ...networkError, message: redactText(networkError.message, RULES) } : null,
      sentAt: instant(request.sentAt),
      authorization:
        request.headers === undefined
          ? { kind: 'unknown', scheme: null }
          : authorizationShape(authorization?.replaceAll('TOKEN', OPAQUE_TOKEN)),
      tokenClaims: token
        ? {
            issuedAt: instant(token.issuedAt),
            expiresAt: instant(token.expiresAt),
            notBefore: instant(token.notBefore),
            scopes: token.scopes ?? [],
            audience: token.audience ?? [],
            issuerHost: token.issuerHost ?? null,
          }
        : null,
    },
    surroundingsOfCase(one.console),
  ];
}

function surroundingsOfCase(known: FailureCase['console']): Surroundings {
  const services = [{ name: GUESTY.name, kind: 'preset' as const, addresses: ADDRESSES }];
  if (!known) return { ...NO_SURROUNDINGS, services, readAt: READ_AT };
  const { history = {}, ledger, token } = known;
  const accepted = (one: z.infer<typeof Neighbour> | undefined): Accepted | null =>
    one ? { ...one, exchangeId: 'neighbour' } : null;
  return {
    ...NO_SURROUNDINGS,
    services,
    connection: {
      ...{
        name: 'Guesty',
        ownSandbox: false,
        addresses: ADDRESSES,
        presetName: GUESTY.name,
        presetAddresses: ADDRESSES,
      },
      credentialApi: known.credentialApi ?? null,
      bookingOption: known.bookingOption ?? null,
      applications: known.applications ?? 1,
      otherApplications: known.otherApplications ?? [],
    },
    token: token
      ? {
          ...{ generation: 1, requestedScope: null, replaced: false, fromSameAddress: true },
          ageMs: token.ageMs ?? null,
          leftMs: token.leftMs ?? null,
          scope: token.scope ?? null,
        }
      : null,
    ledger: ledger
      ? {
          unit: ledger.unit,
          limit: ledger.limit ?? null,
          remaining: ledger.remaining,
          nextSlotAt:
            typeof ledger.nextSlotAt === 'string' ? Date.parse(ledger.nextSlotAt) : (ledger.nextSlotAt ?? null),
        }
      : null,
    history: {
      otherBefore: accepted(history.otherBefore),
      otherAfter: accepted(history.otherAfter),
      sameBefore: accepted(history.sameBefore),
      sameAfter: accepted(history.sameAfter),
      newerAccepted: accepted(history.newerAccepted),
      newerRefused: history.newerRefused ?? false,
      olderRefused: history.olderRefused ?? false,
      baseAccepted: accepted(history.baseAccepted),
      reservationBefore: accepted(history.reservationBefore),
      reservationOfQuote: history.reservationOfQuote ?? null,
      acceptedElsewhere: accepted(history.acceptedElsewhere),
      refusedElsewhere: accepted(history.refusedElsewhere),
      settled: history.sameAfter !== undefined || history.newerAccepted !== undefined,
    },
    skewMs: known.skewMs ?? null,
    readAt: null,
  };
}

const linesOf = (headers: z.infer<typeof Headers> | undefined): [string, string][] =>
  Array.isArray(headers) ? headers : Object.entries(headers ?? {});
const valueIn = (lines: readonly [string, string][], wanted: string): string | undefined =>
  lines.find(([name]) => name.toLowerCase() === wanted)?.[1];
const textOf = (body: z.infer<typeof Body> | undefined): string | null =>
  body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
const instant = (time: string | undefined): number | null => (time === undefined ? null : Date.parse(time));

/** A short plain sentence stays, as readers of pastes keep it; a page becomes its description. */
function maskedAnswer(text: string | null, type: string | null, isToken: boolean): string | null {
  if (text === null) return null;
  if (text.length <= 500 && !/[<{[=&]/.test(text)) return redactText(text, RULES);
  return (isToken ? redactTokenBody : redactBody)(text, text.length, { rules: RULES, type }).text;
}
