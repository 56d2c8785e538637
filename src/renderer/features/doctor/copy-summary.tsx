/** A button that copies a refusal as plain text for a support request. A refusal contains no secret and no token. */
import { Button } from '@mantine/core';
import { IconCheck, IconClipboardText } from '@tabler/icons-react';
import { API_NAMES, operationName } from '../../../shared/api-names.ts';
import type { Refusal } from '../../../shared/model/refusal.ts';
import { useCopy } from '../../actions/use-copy.ts';
import { CAUSE_STATUSES, WEIGHTS } from './cause-status.tsx';

const SHOWN_MS = 2_000;

export function CopySummary({ refusal }: { refusal: Refusal }) {
  const { copied, copy } = useCopy(SHOWN_MS);
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconClipboardText size={15} aria-hidden />}
      onClick={() => copy(summaryOf(refusal))}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy summary for support'}</span>
    </Button>
  );
}

/** The summary, the most likely cause first. Its instant is UTC, because the reader may be in another time zone. */
function summaryOf(refusal: Refusal): string {
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
