/** Doctor, Training: a menu of exercises on the sandbox, the exercise that runs, and how an answer went. */
import { Button } from '@mantine/core';
import { IconFlask, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { act, ask, quietly } from '../../../ipc/client.ts';
import { useConnection, useConnections, useSelectConnection } from '../../../ipc/current.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import doctor from '../doctor.module.css';
import { DoctorTabs } from '../doctor-tabs.tsx';
import { ExerciseMenu } from './exercise-menu.tsx';
import { ExerciseView } from './exercise-view.tsx';
import { ResultView } from './result-view.tsx';

export function TrainingPage() {
  const isSandbox = useConnection().presetId === 'sandbox';
  return (
    <>
      <PageHeader title="Doctor" description="Training: find the cause of a failure yourself, and see how you did." />
      <DoctorTabs />
      {isSandbox ? <Training /> : <OtherConnection />}
    </>
  );
}

function Training() {
  const connection = useConnection();
  const { exercises, running, result } = useSuspenseQuery(ask('training', 'state', null)).data;
  const { mutate, isPending, error, variables } = useMutation(quietly(act('training', 'start')));
  const start = (id: string) => mutate({ connectionId: connection.id, id });
  return (
    <>
      <p className={doctor.promise}>
        <IconShieldCheck size={17} aria-hidden />
        Exercises run on the sandbox and on this machine. No token of your connections is used, and the sandbox is put
        back afterwards.
      </p>
      {error ? <ErrorNotice error={error} compact onRetry={() => variables && start(variables.id)} /> : null}
      {running ? (
        <ExerciseView key={running.startedAt} exercise={running} />
      ) : result ? (
        <ResultView result={result} isStarting={isPending} onAgain={() => start(result.id)} />
      ) : (
        <ExerciseMenu exercises={exercises} starting={isPending ? (variables?.id ?? null) : null} onStart={start} />
      )}
    </>
  );
}

function OtherConnection() {
  const current = useConnection();
  const sandbox = useConnections().connections.find(({ presetId }) => presetId === 'sandbox');
  const select = useSelectConnection();
  return (
    <EmptyState
      icon={<IconFlask size={28} />}
      title="Training runs on the sandbox"
      action={
        sandbox ? (
          <Button loading={select.isPending} onClick={() => select.mutate({ id: sandbox.id })}>
            Switch to “{sandbox.name}”
          </Button>
        ) : null
      }
    >
      You are looking at “{current.name}”, a connection to a service outside this machine. No exercise starts there.
    </EmptyState>
  );
}
