/** The actions that a task's state allows. Cancel and Remove ask for confirmation. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Task } from '../../../shared/model/task.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { offerUndoOf } from '../../actions/offer-undo.tsx';
import { useAct } from '../../ipc/client.ts';
import { formatCount } from '../../text/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '../../ui/icons.ts';
import { isOver } from './task-text.ts';

export function TaskActions({ task }: { task: Task }) {
  const [confirming, setConfirming] = useState<'cancel' | 'remove' | null>(null);
  const actions = useTaskActions(task.id);
  const close = () => setConfirming(null);
  return (
    <>
      {task.state === 'running' ? (
        <IconButton Icon={IconPlayerPause} loading={actions.pausing} onClick={actions.pause}>
          Pause
        </IconButton>
      ) : null}
      {task.state === 'paused' ? (
        <IconButton Icon={IconPlayerPlay} variant="filled" loading={actions.resuming} onClick={actions.resume}>
          Resume
        </IconButton>
      ) : null}
      {task.failed > 0 && task.state !== 'cancelled' ? (
        <IconButton Icon={IconRefresh} loading={actions.retrying} onClick={actions.retry}>
          Retry {formatCount(task.failed, 'failed step')}
        </IconButton>
      ) : null}
      {isOver(task) ? (
        <Button variant="subtle" color="gray" onClick={() => setConfirming('remove')}>
          Remove
        </Button>
      ) : (
        <Button variant="subtle" color="gray" onClick={() => setConfirming('cancel')}>
          Cancel task
        </Button>
      )}
      {confirming === 'cancel' ? <CancelTask task={task} onClose={close} /> : null}
      {confirming === 'remove' ? <RemoveTask task={task} onClose={close} /> : null}
    </>
  );
}

function CancelTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const cancel = useAct('tasks', 'cancel', { quiet: true, onSuccess: onClose });
  const left = task.steps - task.done - task.failed;
  return (
    <ConfirmDialog
      title={'Cancel this task'}
      confirm="Cancel the task"
      keep="Keep running"
      mutation={cancel}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ id: task.id })}
    >
      {`${formatCount(left, 'step')} will not run, and the task cannot be resumed. Results so far are kept (${formatCount(task.rows, 'result')}).`}
    </ConfirmDialog>
  );
}

function RemoveTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const navigate = useNavigate();
  // `mutate()` cannot have this handler, because the dialog unmounts once the task is removed.
  const remove = useAct('tasks', 'remove', {
    quiet: true,
    onSuccess: ({ deletionId }) => {
      offerUndoOf('Task removed', [deletionId]);
      void navigate({ to: '/tasks', replace: true });
    },
  });
  return (
    <ConfirmDialog
      title={'Remove this task'}
      confirm="Remove the task"
      keep="Keep the task"
      mutation={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: task.id })}
    >
      {`The task and its ${formatCount(task.rows, 'result')} are deleted from this computer. Exported files are kept.`}
    </ConfirmDialog>
  );
}

/** Returns the actions on a task that need no confirmation. Their errors appear as notifications. */
export function useTaskActions(id: string) {
  const pause = useAct('tasks', 'pause');
  const resume = useAct('tasks', 'resume');
  const retry = useAct('tasks', 'retryFailed');
  return {
    pause: () => pause.mutate({ id }),
    resume: () => resume.mutate({ id }),
    retry: () => retry.mutate({ id }),
    pausing: pause.isPending,
    resuming: resume.isPending,
    retrying: retry.isPending,
  };
}
