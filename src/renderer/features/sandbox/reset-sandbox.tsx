/** Resets the sandbox to the state of its first start, after a confirmation. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { IconRotate } from '../../ui/icons.ts';
import { usePanel } from './use-sandbox.ts';

export function ResetSandbox() {
  const { apply } = usePanel();
  const [confirming, { open, close }] = useDisclosure(false);
  const reset = () => {
    close();
    apply({ kind: 'reset' }, 'The sandbox was reset.');
  };
  return (
    <>
      <Button variant="default" leftSection={<IconRotate size={16} aria-hidden />} onClick={open}>
        Reset
      </Button>
      {confirming ? (
        <ConfirmDialog title="Reset the sandbox?" confirm="Reset" onConfirm={reset} onClose={close}>
          This removes its reservations, quotes, faults and settings, and resets its quotas. Its tokens stop working.
          Your own connections are not affected. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
