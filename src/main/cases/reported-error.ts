/** The error that the answer of a case reports. Its headers may hold what HTTP does not allow: they were pasted or redacted. */
import type { ReportedError } from '../../shared/errors.ts';
import type { CaseFailure } from '../../shared/model/case.ts';
import { Answer } from '../http/answer.ts';

export function reportedErrorOf({ status, responseHeaders, responseBody }: CaseFailure): ReportedError {
  const headers = new Headers();
  for (const [name, value] of responseHeaders)
    if (/^[\w!#$%&'*+.^|~-]+$/.test(name)) headers.append(name, value.replace(/[^\x20-\x7e]+/g, ' '));
  return new Answer({ exchangeId: '', status: status ?? 0, headers, text: responseBody ?? '', receivedAt: 0 })
    .reportedError;
}
