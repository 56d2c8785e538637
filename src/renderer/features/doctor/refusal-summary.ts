/** A refusal as plain text for a support request. All of it is redacted: a refusal has no field for a secret or a token. */

import { API_NAMES, operationName } from '../../../shared/api-names.ts';
import type { Refusal } from '../../../shared/model/refusal.ts';
import { CAUSE_STATUSES, WEIGHTS } from './cause-status.tsx';

/** Lines of text, the most likely cause first; instants in UTC, because the reader may be in another time zone. */
export function summaryOf(refusal: Refusal): string {
  const lines = [
    `${operationName(refusal.operation)} was refused with ${refusal.status} (${API_NAMES[refusal.api]})`,
    `When: ${new Date(refusal.at).toISOString()}`,
    `Request id: ${refusal.requestId ?? 'none'}`,
    `Service code: ${refusal.serverCode ?? 'none'}`,
    `Service message: ${refusal.serverMessage ?? 'none'}`,
    `Worked again since: ${refusal.settled ? 'yes' : 'no'}`,
    '',
    'Causes considered:',
    ...refusal.causes.flatMap((cause) => [
      `- ${cause.title}: ${CAUSE_STATUSES[cause.status].title.toLowerCase()}`,
      ...cause.evidence.map((evidence) => `    ${WEIGHTS[evidence.weight].title.toLowerCase()}: ${evidence.text}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
