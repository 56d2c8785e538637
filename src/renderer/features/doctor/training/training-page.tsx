/** The page "Training" of the Doctor: a menu of exercises on the sandbox, the running exercise, or a result. */

import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { SandboxOnly } from '../../../actions/sandbox-only.tsx';
import { useAct, useAnswer } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { IconShieldCheck } from '../../../ui/icons.ts';
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
      {isSandbox ? (
        <Training />
      ) : (
        <SandboxOnly title="Training runs on the sandbox" consequence="No exercise starts there." />
      )}
    </>
  );
}

function Training() {
  const connection = useConnection();
  const { exercises, running, result } = useAnswer('training', 'state', null);
  const { mutate, isPending, error, variables } = useAct('training', 'start', { quiet: true });
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
