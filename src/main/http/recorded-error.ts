/** Reads the reported error of an answer that was pasted and masked. Header names and characters that HTTP does not allow are left out. */
import type { ReportedError } from '../../shared/errors.ts';
import type { HeaderLines } from '../../shared/model/traffic.ts';
import { Answer } from './answer.ts';

export interface RecordedAnswer {
  readonly status: number | null;
  readonly responseHeaders: HeaderLines;
  readonly responseBody: string | null;
}

export function recordedError({ status, responseHeaders, responseBody }: RecordedAnswer): ReportedError {
  const headers = new Headers();
  for (const [name, value] of responseHeaders)
    if (/^[\w!#$%&'*+.^|~-]+$/.test(name)) headers.append(name, value.replace(/[^\x20-\x7e]+/g, ' '));
  return new Answer({ exchangeId: '', status: status ?? 0, headers, text: responseBody ?? '', receivedAt: 0 })
    .reportedError;
}
