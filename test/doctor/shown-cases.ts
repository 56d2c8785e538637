/** The cases of our own corpus that can be shown in any form (forms.ts). */
import { STATUS_CODES } from 'node:http';
import type { FailureCase } from './case.ts';
import { corpus } from './corpus/index.ts';
import type { Shown } from './forms.ts';

/** Opaque: the claims of a JWT would say more than the case. */
export const TOKEN = 'Q7xk2vPz9rLm4tWb8nYc3sHd6fJg1aEu5oVi0qXy';

const pairsOf = (headers: unknown): [string, string][] =>
  Array.isArray(headers) ? headers : Object.entries((headers ?? {}) as Record<string, string>);
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Few forms show when a request was sent, so no clock can be compared. */
function withoutTimes(one: FailureCase): FailureCase {
  const { sentAt: _sentAt, ...request } = one.request ?? {};
  const headers = pairsOf(one.response?.headers).filter(([name]) => name.toLowerCase() !== 'date');
  return { ...one, request, ...(one.response ? { response: { ...one.response, headers } } : {}) };
}

/** What a form needs of a case; null where a case lacks it or says more than a form shows. */
function shownOf({ request, response, networkError, token, console: own }: FailureCase): Shown | null {
  if (networkError || token || own || !request?.url || !request.method || !response?.status) return null;
  // A message on the wire has no scheme, and a header that is broken has no form.
  if (!request.url.startsWith('https://') || response.body === undefined || response.body === '') return null;
  if (request.headers === undefined) return null;
  // A single header would not show that these are all.
  const common: [string, string][] = [
    ['Accept', '*/*'],
    ['User-Agent', 'client/1.0'],
  ];
  const given = pairsOf(request.headers);
  const added = common.filter(([name]) => !given.some(([other]) => other.toLowerCase() === name.toLowerCase()));
  const headers = [...added, ...given].map(([name, value]): [string, string] => [
    name,
    value.replaceAll('TOKEN', TOKEN),
  ]);
  if (headers.some(([, value]) => /[\r\n"'{}]/.test(value))) return null;
  const { url, method, body } = request;
  return {
    ...{ url, method, headers, body: body === undefined ? null : textOf(body) },
    ...{ status: response.status, reason: STATUS_CODES[response.status] ?? '' },
    ...{ answerHeaders: pairsOf(response.headers), answer: textOf(response.body) },
  };
}

/** Those of the sandbox are masked as the journal keeps them. */
const written = corpus().filter(({ name }) => !name.startsWith('sandbox:'));
export const shownCases = written.map(withoutTimes).flatMap((one) => {
  const shown = shownOf(one);
  return shown ? [{ one, shown }] : [];
});
