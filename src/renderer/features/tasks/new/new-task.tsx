/** The form for a new task, with its plan. Typed values are remembered until the window closes. */

import { Button, Group, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { isAppError } from '../../../../shared/app-error.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { TaskPlan } from '../../../../shared/model/task.ts';
import { SECOND_MS } from '../../../../shared/time/units.ts';
import { useToday } from '../../../actions/clock-time.tsx';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAct, useAsk } from '../../../ipc/client.ts';
import { useAudience, useCurrentClockFace } from '../../../ipc/current.ts';
import { focusFirstIssue } from '../../../ui/focus-first-issue.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconClockHour4, IconInfoCircle, IconPlayerPlay } from '../../../ui/icons.ts';
import { TYPING_PAUSE_MS } from '../../../ui/typing-pause.ts';
import { useTypedState } from '../../../ui/use-remembered-state.ts';
import { planText } from '../task-text.ts';
import styles from '../tasks.module.css';
import { TaskFields } from './task-fields.tsx';
import { emptyTask, specOf, type TaskForm, typedIssues } from './task-form.ts';

const PLACEHOLDER_SPEC = {
  kind: 'stays',
  firstCheckIn: '2000-01-01',
  lastCheckIn: '2000-01-01',
  nights: 1,
  guests: null,
} as const;

export function NewTask({ connection }: { connection: Connection }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const today = useToday();
  const [form, setForm] = useTypedState<TaskForm>(`tasks.form.${connection.id}`, () => emptyTask(today));
  const [checked, setChecked] = useState(false);
  const parsed = useMemo(() => specOf(form), [form]);
  const spec = 'spec' in parsed ? parsed.spec : null;
  const allIssues = 'issues' in parsed ? parsed.issues : {};
  // An invalid value is reported at once, a missing one only after the person pressed Start.
  const issues = checked ? allIssues : typedIssues(form, allIssues);
  const [settled] = useDebouncedValue(spec, TYPING_PAUSE_MS);
  const planned = spec === null ? null : settled;
  const { applications } = connection;
  // The chosen application may have been removed.
  const applicationId = applications.find(({ id }) => id === form.applicationId)?.id ?? null;
  const input = { connectionId: connection.id, applicationId, spec: planned ?? PLACEHOLDER_SPEC };
  // Loaded listings and pending requests change the plan.
  const fresh = { keepsPrevious: true, staleTime: 0, refetchInterval: 2 * SECOND_MS, gcTime: 5_000 };
  const plan = useAsk('tasks', 'plan', input, { enabled: planned !== null, ...fresh });
  const outdated = spec !== null && (spec !== settled || plan.isPending || plan.isPlaceholderData);
  const [confirming, setConfirming] = useState(false);
  const create = useAct('tasks', 'create', {
    quiet: true,
    onSuccess: async (task) => {
      await client.invalidateQueries({ queryKey: ['tasks', 'list'] });
      void navigate({ to: '/tasks', search: { id: task.id } });
    },
  });
  const change = (changes: Partial<TaskForm>) => {
    if (create.isError) create.reset();
    setForm((known) => ({ ...known, ...changes }));
  };
  const begin = () => {
    setConfirming(false);
    if (spec !== null && !create.isPending) create.mutate({ connectionId: connection.id, applicationId, spec });
  };
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (spec === null) focusFirstIssue(event.currentTarget);
    else if (plan.data?.duplicate && !outdated) setConfirming(true);
    else begin();
  };
  return (
    <form className={styles.panel} onSubmit={start} noValidate aria-label="New task">
      <TaskFields
        form={{ ...form, applicationId }}
        issues={issues}
        connection={connection}
        today={today}
        listingCount={
          spec?.kind === 'calendars' && spec.listingIds === null && !outdated && !plan.error
            ? plan.data?.requests
            : undefined
        }
        onChange={change}
      />
      <PlanPanel
        plan={spec === null ? undefined : plan.data}
        error={spec === null ? null : plan.error}
        outdated={outdated}
      />
      {create.error ? <ErrorNotice error={create.error} compact /> : null}
      <Group>
        <IconButton
          Icon={IconPlayerPlay}
          variant="filled"
          type="submit"
          loading={create.isPending}
          disabled={spec !== null && plan.data?.requests === 0 && !outdated}
        >
          Start
        </IconButton>
        <Button onClick={() => void navigate({ to: '/tasks' })}>Back to tasks</Button>
      </Group>
      {confirming ? (
        <ConfirmDialog
          title="A similar task already exists"
          confirm="Start another"
          keep="Do not start"
          onClose={() => setConfirming(false)}
          onConfirm={begin}
        >
          {plan.data?.duplicate?.state === 'paused'
            ? 'The same task is paused and can be resumed. A new task sends all requests again.'
            : 'The same task is already running. A new task sends all requests again.'}
        </ConfirmDialog>
      ) : null}
    </form>
  );
}

interface PlanPanelProps {
  plan: TaskPlan | undefined;
  error: unknown;
  /** True while the plan still belongs to the previous values of the form. */
  outdated: boolean;
}

/** The plan of the task that the form describes. */
function PlanPanel({ plan, error, outdated }: PlanPanelProps) {
  const audience = useAudience();
  const face = useCurrentClockFace();
  const remarks = (audience === 'support' ? plan?.remarks : plan?.everyday) ?? [];
  // A missing choice is shown as a hint, not as an error.
  const hint = isAppError(error, 'invalidInput') ? error.data.issues.map(({ message }) => message).join(' ') : null;
  return (
    <section className={styles.plan} aria-label="Plan" aria-busy={outdated}>
      {hint ? <p className={styles.hint}>{hint}</p> : error ? <ErrorNotice error={error} compact /> : null}
      {plan && !error ? (
        <>
          <p className={styles.planLine} role="status">
            <IconClockHour4 size={18} stroke={1.7} aria-hidden />
            <span className="lk-num" data-outdated={outdated || undefined}>
              {planText(plan, face, audience)}
            </span>
            {outdated ? <Loader size={14} aria-hidden /> : null}
          </p>
          {remarks.length > 0 ? (
            <ul className={styles.remarks}>
              {remarks.map((remark) => (
                <li key={remark}>
                  <IconInfoCircle size={15} aria-hidden />
                  {remark}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
      {plan || error ? null : (
        <p className={styles.hint}>{outdated ? 'Planning…' : 'The plan appears when all fields are filled in.'}</p>
      )}
    </section>
  );
}
