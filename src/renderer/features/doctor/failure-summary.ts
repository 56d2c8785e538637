/** A failure as plain text for a support request. It contains no secret and no token. */

import { confidencePercent, confidenceWord } from '../../../shared/doctor/confidence.ts';
import type { AppInfo } from '../../../shared/model/app.ts';
import type { EvidenceItem, Verdict } from '../../../shared/model/diagnosis.ts';
import type { FailureGroup } from '../../../shared/model/failure-group.ts';
import { API_NAMES, operationName } from '../../../shared/text/api-names.ts';

const WEIGHTS: Record<EvidenceItem['weight'], string> = { for: 'for', against: 'against', neutral: 'known' };

/**
 * The summary, the most likely cause first. Its instant is UTC, because the reader may be in another time zone. `application`: the label
 * of the credential, null for the Open API. `info`: null while the versions are not loaded.
 */
export function failureSummary(
  failure: FailureGroup,
  application: string | null,
  info: Pick<AppInfo, 'version' | 'runtime' | 'platform'> | null,
): string {
  const { diagnosis } = failure;
  const lines = [
    `${operationName(failure.operation)} ${howItFailed(failure)} (${API_NAMES[failure.api]})`,
    `Request: ${failure.method} ${failure.url}`,
    `Application: ${application ?? 'none (Open API)'}`,
    `When: ${new Date(failure.at).toISOString()}`,
    ...(failure.count > 1 ? [`Times: ${failure.count}, the first ${new Date(failure.firstAt).toISOString()}`] : []),
    `Request id: ${failure.requestId ?? 'none'}`,
    `Service code: ${failure.serverCode ?? 'none'}`,
    `Service message: ${failure.serverMessage ?? 'none'}`,
    `Worked again since: ${failure.settled ? 'yes' : 'no'}`,
    `Latchkey: ${info ? `${info.version}, ${info.runtime}, ${info.platform}` : 'version not known'}`,
    '',
    'Causes considered:',
    ...diagnosis.verdicts.flatMap((verdict) => [
      `- ${verdict.title}: ${confidenceText(verdict)}`,
      ...verdict.evidence.map(({ weight, text }) => `    ${WEIGHTS[weight]}: ${text}`),
    ]),
    ...(diagnosis.tellApart ? ['', `What would tell the first two apart: ${diagnosis.tellApart}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const confidenceText = ({ confidence }: Verdict): string =>
  `${confidenceWord(confidence)} (${confidencePercent(confidence)})`;

/** "was refused with 403", "failed with 500", "got no answer (timedOut)". */
function howItFailed({ status, error }: FailureGroup): string {
  if (status === null) return `got no answer${error ? ` (${error})` : ''}`;
  if (status < 400) return `was answered with ${status}, but not as it should have been`;
  return `${status === 401 || status === 403 ? 'was refused' : 'failed'} with ${status}`;
}
