/** The exercise that a person works on, as the pages of Doctor need it. */
import { useQuery } from '@tanstack/react-query';
import type { RunningExercise } from '../../../../shared/model/training.ts';
import { ask } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { useAudience } from '../../../ipc/use-audience.ts';

/** Null while none runs, and for managers, who have no training. */
export function usePractice(): RunningExercise | null {
  const isSupport = useAudience() === 'support';
  return useQuery({ ...ask('training', 'state', null), enabled: isSupport }).data?.running ?? null;
}

/**
 * Whether the Doctor's verdicts on failures of this source are hidden: until the person answers, or takes them as a hint. Those on the
 * console's own requests are hidden for the sandbox only.
 */
export function useIsVeiled(source: RunningExercise['source']): boolean {
  const running = usePractice();
  const isSandbox = useConnection().presetId === 'sandbox';
  return running !== null && running.source === source && running.hints === 0 && (source === 'customer' || isSandbox);
}
