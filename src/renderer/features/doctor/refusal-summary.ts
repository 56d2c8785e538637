/** A refusal as plain text for a support request. It contains no secret and no token. */
import { API_NAMES, operationName } from '../../../shared/api-names.ts';
import { confidencePercent, confidenceWord } from '../../../shared/confidence.ts';
import type { AppInfo } from '../../../shared/model/app.ts';
import type { EvidenceItem, Verdict } from '../../../shared/model/diagnosis.ts';
import type { Refusal } from '../../../shared/model/refusal.ts';

const WEIGHTS: Record<EvidenceItem['weight'], string> = { for: 'for', against: 'against', neutral: 'known' };

/**
 * The summary, the most likely cause first. Its instant is UTC, because the reader may be in another time zone. `application`: the label
 * of the credential, null for the Open API. `info`: null while the versions are not loaded.
 */
export function refusalSummary(
  refusal: Refusal,
  application: string | null,
  info: Pick<AppInfo, 'version' | 'runtime' | 'platform'> | null,
): string {
  const { diagnosis } = refusal;
  const lines = [
    `${operationName(refusal.operation)} was refused with ${refusal.status} (${API_NAMES[refusal.api]})`,
    `Request: ${refusal.method} ${refusal.url}`,
    `Application: ${application ?? 'none (Open API)'}`,
    `When: ${new Date(refusal.at).toISOString()}`,
    `Request id: ${refusal.requestId ?? 'none'}`,
    `Service code: ${refusal.serverCode ?? 'none'}`,
    `Service message: ${refusal.serverMessage ?? 'none'}`,
    `Worked again since: ${refusal.settled ? 'yes' : 'no'}`,
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
