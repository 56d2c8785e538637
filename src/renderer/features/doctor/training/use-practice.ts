/** The running exercise, as the pages of Doctor need it. */
import { useQuery } from '@tanstack/react-query';
import type { RunningExercise } from '../../../../shared/model/training.ts';
import { ask } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { useAudience } from '../../../ipc/use-audience.ts';

/** The running exercise; null when none runs, and for managers, who have no training; undefined until main has answered. */
function useRunning(): RunningExercise | null | undefined {
  const isSupport = useAudience() === 'support';
  const { data, isPending } = useQuery({ ...ask('training', 'state', null), enabled: isSupport });
  return isSupport && isPending ? undefined : (data?.running ?? null);
}

export const usePractice = (): RunningExercise | null => useRunning() ?? null;

/**
 * Whether the Doctor's verdicts on failures of this source are hidden: until the person answers or takes them as a hint, and until it is known
 * whether an exercise runs. Verdicts on the console's own requests are hidden for the sandbox only.
 */
export function useIsVeiled(source: RunningExercise['source']): boolean {
  const running = useRunning();
  const isSandbox = useConnection().presetId === 'sandbox';
  if (source === 'console' && !isSandbox) return false;
  return running === undefined || (running !== null && running.source === source && running.hints === 0);
}
