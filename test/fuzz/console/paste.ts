/** What comes out when a message is pasted into the Doctor: as a HAR, as HTTP, and as a command with its answer. */
import { readPasted } from '../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../src/main/doctor/read/report.ts';
import { inBash } from '../../../src/shared/request/curl.ts';
import type { Header, SentMessage } from './record.ts';

/** The reports, by the form of the paste. `secrets`: those that the console keeps. */
export function pastedWays(message: SentMessage, secrets: readonly string[]): Record<string, string> {
  const report = (text: string) => JSON.stringify(reportOf(readPasted(text, secrets), []));
  return {
    'paste of a HAR': report(harOf(message)),
    'paste of HTTP': report(`${requestText(message)}\n\n${answerText(message)}`),
    'paste of a command': report(`${commandOf(message)}\n${answerText(message)}`),
  };
}

/** A line of a log, pasted. */
export const pastedLine = (logged: string): string =>
  JSON.stringify(reportOf(readPasted(`method=GET url=/v1/listings status=403 msg=${JSON.stringify(logged)}`), []));

const pairs = (headers: readonly Header[]) => headers.map(([name, value]) => ({ name, value }));

const harOf = ({
  method,
  url,
  requestHeaders,
  requestBody,
  status,
  responseHeaders,
  responseBody,
}: SentMessage): string =>
  JSON.stringify({
    log: {
      entries: [
        {
          request: {
            method,
            url,
            headers: pairs(requestHeaders),
            postData: requestBody === null ? undefined : { text: requestBody },
          },
          response: {
            status: Math.max(400, status),
            headers: pairs(responseHeaders),
            content: { text: responseBody ?? '' },
          },
        },
      ],
    },
  });

const lines = (headers: readonly Header[]) => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

const requestText = ({ method, url, requestHeaders, requestBody }: SentMessage): string =>
  `${method} ${url} HTTP/1.1\n${lines(requestHeaders)}\n\n${requestBody ?? ''}`;

const answerText = ({ status, responseHeaders, responseBody }: SentMessage): string =>
  `HTTP/1.1 ${Math.max(400, status)} Failed\n${lines(responseHeaders)}\n\n${responseBody ?? ''}`;

const commandOf = ({ method, url, requestHeaders, requestBody }: SentMessage): string =>
  [
    `curl -i -X ${method} ${inBash(url)}`,
    ...requestHeaders.map(([name, value]) => `-H ${inBash(`${name}: ${value}`)}`),
    ...(requestBody === null ? [] : [`--data-raw ${inBash(requestBody)}`]),
  ].join(' ');
