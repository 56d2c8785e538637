/** Writes the text that asks the customer for the information that is missing to name a cause. */
import type { Facts } from '../facts/facts.ts';

interface Question {
  readonly asks: string;
  readonly missing: (facts: Facts) => boolean;
}

/** The questions, the most decisive first. */
const QUESTIONS: readonly Question[] = [
  {
    asks: 'the method and the whole address of the request, from https:// on',
    missing: ({ failure, address }) => failure.method === null || address.host === null || address.scheme === null,
  },
  {
    asks: 'the status and the whole body of the answer; or, without an answer, the error of the client, word for word',
    missing: ({ failure }) =>
      failure.networkError === null && (failure.status === null || failure.responseBody === null),
  },
  {
    asks: 'the Authorization header as it was sent, with everything before the token (such as “Bearer ”) and with “xxx” in place of the token itself',
    missing: ({ isToken, failure, status }) =>
      !isToken &&
      failure.authorization.kind === 'unknown' &&
      failure.networkError === null &&
      (status === null || status < 404),
  },
  {
    asks: 'when the token was issued (with time zone) and the scope in its answer, but not the token',
    missing: ({ isToken, isRefused, tokenLeftMs, tokenScopes }) =>
      !isToken && isRefused && (tokenLeftMs === null || tokenScopes.length === 0),
  },
  {
    asks: 'the time of the request, with time zone',
    missing: ({ failure, serverNow }) => failure.sentAt === null && serverNow === null,
  },
  {
    asks: 'all headers of the answer, in particular Date, Server, Content-Type and the request id',
    missing: ({ failure, status }) => status !== null && !failure.responseHeadersKnown,
  },
  {
    asks: 'whether another request with the same token, such as a search, works at the same time',
    missing: ({ isToken, isRefused, surroundings }) => !isToken && isRefused && surroundings.history === null,
  },
  {
    asks: 'the token request: its address, its Content-Type and the names of its fields, without client_secret',
    missing: ({ isToken, failure }) => isToken && (failure.requestBody?.fields ?? null) === null,
  },
];

const ANYTHING = 'the same request once more as a cURL, with its answer (curl -i)';

/** Returns a text that asks the customer for the missing information, but for no secret. */
export function askFor(facts: Facts): string {
  const missing = QUESTIONS.filter((question) => question.missing(facts)).map(({ asks }) => asks);
  return askedFor(missing.length > 0 ? missing : [ANYTHING]);
}

const askedFor = (list: readonly string[]): string =>
  [
    'To find the cause, please send us:',
    ...list.map((asks) => `- ${asks}`),
    'Please replace access tokens and client secrets with “xxx”. You need not request a new token for this.',
  ].join('\n');

/** The text that asks the customer for address, answer, header and time, when nothing about the request is known. */
export const ASK_FOR_ALL = askedFor(QUESTIONS.slice(0, 5).map(({ asks }) => asks));
