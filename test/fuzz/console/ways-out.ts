/** Everything that the console gives away of one exchange, as text: the record, the window, HAR and command lines. */
import type { RawExchange } from '../../../src/main/http/raw-exchange.ts';
import { redactAgain, redactExchange } from '../../../src/main/http/redact-exchange.ts';
import { harEntry } from '../../../src/main/journal/export/har.ts';
import { summaryOf } from '../../../src/main/journal/store/store.ts';
import type { Exchange } from '../../../src/shared/model/traffic.ts';
import { curlOf } from '../../../src/shared/request/curl.ts';

const CHOICES = { bodyKilobytes: 2_048, keepGuests: false } as const;
const RULES = { keepGuests: false } as const;

/** The exchange as it is stored. */
export const recordOf = (raw: RawExchange): Exchange => ({ seq: 1, ...redactExchange(raw, CHOICES) });

/** The texts of a record by the part of the message; `rest` is what the console added. */
export function partsOf(exchange: Exchange): Record<string, string> {
  const { url, requestHeaders, requestBody, responseHeaders, responseBody, failure, requestId } = exchange;
  const lines = (headers: readonly (readonly [string, string])[] | null) =>
    (headers ?? []).map(([name, value]) => `${name}: ${value}`).join('\n');
  return {
    url,
    requestHeaders: lines(requestHeaders),
    requestBody: requestBody?.text ?? '',
    responseHeaders: lines(responseHeaders),
    responseBody: responseBody?.text ?? '',
    rest: JSON.stringify([failure, requestId]),
  };
}

/** What leaves the console of a record, by way. The window shows the exchange as the journal has it. */
export function waysOut(exchange: Exchange): Record<string, string> {
  return {
    journal: JSON.stringify(exchange),
    'rows of the window': JSON.stringify(summaryOf(exchange)),
    HAR: JSON.stringify(harEntry(redactAgain(exchange, RULES))),
    bash: curlOf(exchange, 'bash'),
    PowerShell: curlOf(exchange, 'powershell'),
    cmd: curlOf(exchange, 'cmd'),
  };
}
