/** Replaces the Doctor's verdicts during an exercise. Showing them counts as a hint. */
import { Button } from '@mantine/core';
import { useAct } from '../../../ipc/client.ts';
import { IconEyeOff } from '../../../ui/icons.ts';
import styles from './practice.module.css';
import { usePractice } from './use-practice.ts';

export function VerdictVeil() {
  const { mutate, isPending } = useAct('training', 'takeHint');
  // Until main says whether an exercise runs, neither a verdict nor the button for a hint is shown.
  if (usePractice() === null) return null;
  return (
    <div className={styles.veil}>
      <IconEyeOff size={17} aria-hidden />
      <span>The verdict is hidden while you work on an exercise.</span>
      <Button size="compact-sm" loading={isPending} onClick={() => mutate(null)}>
        Show it (counts as a hint)
      </Button>
    </div>
  );
}
