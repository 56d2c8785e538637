/** The running exercise, for the pages of the Doctor. */
import type { RunningExercise } from '../../../../shared/model/training.ts';
import { useAsk } from '../../../ipc/client.ts';
import { useAudience, useConnection } from '../../../ipc/current.ts';

/** The running exercise. Null when none runs, and for managers, who have no training. Undefined until main answers. */
function useRunning(): RunningExercise | null | undefined {
  const isSupport = useAudience() === 'support';
  const { data, isPending } = useAsk('training', 'state', null, { enabled: isSupport });
  return isSupport && isPending ? undefined : (data?.running ?? null);
}

export const usePractice = (): RunningExercise | null => useRunning() ?? null;

/**
 * Whether verdicts on failures from this source are hidden: until main says whether an exercise runs, and during an exercise until the person answers
 * or takes the verdict as a hint. The source `console` hides only the sandbox's failures.
 */
export function useAreVerdictsHidden(source: RunningExercise['source']): boolean {
  const running = useRunning();
  const isSandbox = useConnection().presetId === 'sandbox';
  if (source === 'console' && !isSandbox) return false;
  return running === undefined || (running !== null && running.source === source && running.hints === 0);
}
