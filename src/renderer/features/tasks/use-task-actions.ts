/** What a person does with a task. Failures are told by the window's notifications. */
import { useMutation } from '@tanstack/react-query';
import { act } from '../../ipc/client.ts';

export function useTaskActions(id: string) {
  const pause = useMutation(act('tasks', 'pause'));
  const resume = useMutation(act('tasks', 'resume'));
  const retry = useMutation(act('tasks', 'retryFailed'));
  return {
    pause: () => pause.mutate({ id }),
    resume: () => resume.mutate({ id }),
    retry: () => retry.mutate({ id }),
    pausing: pause.isPending,
    resuming: resume.isPending,
    retrying: retry.isPending,
  };
}
