/** The plan of the task that the form describes. */
import { Loader } from '@mantine/core';
import { isAppError } from '../../../../shared/app-error.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { TaskPlan } from '../../../../shared/model/task.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAudience } from '../../../ipc/use-audience.ts';
import { IconClockHour4, IconInfoCircle } from '../../../ui/icons.ts';
import { planText } from '../task-text.ts';
import styles from '../tasks.module.css';

export function PlanPanel({
  plan,
  error,
  outdated,
  face,
}: {
  plan: TaskPlan | undefined;
  error: unknown;
  /** True while the plan still belongs to the previous values of the form. */
  outdated: boolean;
  face: ClockFace | undefined;
}) {
  const audience = useAudience();
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
