/** The menu of exercises, with their levels and the results so far. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ExerciseSummary, Grade } from '../../../../shared/model/training.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { useAct } from '../../../ipc/client.ts';
import { formatCount } from '../../../text/format.ts';
import { IconCircle, IconCircleCheck, IconCircleHalf2, IconCircleX } from '../../../ui/icons.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import styles from './training.module.css';

const LEVELS: Readonly<Record<number, string>> = { 1: 'Basic', 2: 'Advanced', 3: 'Expert' };

export const LevelTag = ({ level }: { level: number }) => <Tag tone="muted">{LEVELS[level] ?? `Level ${level}`}</Tag>;

interface Props {
  exercises: readonly ExerciseSummary[];
  starting: string | null;
  onStart: (id: string) => void;
}

export function ExerciseMenu({ exercises, starting, onStart }: Props) {
  const right = exercises.filter(({ progress }) => progress !== null && progress.bestMs !== null).length;
  return (
    <section aria-label="Exercises">
      <div className={styles.menuHead}>
        <p className={styles.count}>
          {formatCount(exercises.length, 'exercise')}, {right} answered right. Each start differs in names, times and
          what is visible.
        </p>
        {exercises.some(({ progress }) => progress !== null) ? <DeleteProgress /> : null}
      </div>
      <ul className={styles.menu}>
        {exercises.map(({ id, title, level, source, progress }) => (
          <li key={id} className={styles.exercise}>
            <div className={styles.exerciseText}>
              <h2 className={styles.exerciseTitle}>{title}</h2>
              <div className={styles.exerciseFacts}>
                <LevelTag level={level} />
                <span>{source === 'customer' ? 'A customer’s text, to paste' : 'The app’s own requests'}</span>
              </div>
            </div>
            <Progress progress={progress} />
            <Button
              size="compact-md"
              loading={starting === id}
              disabled={starting !== null && starting !== id}
              aria-label={`Start “${title}”`}
              onClick={() => onStart(id)}
            >
              Start
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const GRADES: Readonly<Record<Grade, { tone: Tone; text: string; Icon: typeof IconCircle }>> = {
  right: { tone: 'good', text: 'Right', Icon: IconCircleCheck },
  near: { tone: 'warn', text: 'Nearly right', Icon: IconCircleHalf2 },
  wrong: { tone: 'bad', text: 'Wrong', Icon: IconCircleX },
};

export function GradeTag({ grade }: { grade: Grade }) {
  const { tone, text, Icon } = GRADES[grade];
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {text}
    </Tag>
  );
}

function Progress({ progress }: Pick<ExerciseSummary, 'progress'>) {
  if (progress === null)
    return (
      <span className={styles.progress}>
        <Tag tone="muted" icon={<IconCircle size={14} aria-hidden />}>
          Not done
        </Tag>
      </span>
    );
  const { tries, lastGrade, bestMs } = progress;
  return (
    <span className={styles.progress}>
      <GradeTag grade={bestMs === null ? lastGrade : 'right'} />
      <span className={styles.dim}>
        {bestMs === null ? formatCount(tries, 'try', 'tries') : `best in ${formatDuration(bestMs)}`}
      </span>
    </span>
  );
}

function DeleteProgress() {
  const { mutate } = useAct('training', 'deleteProgress');
  const [confirming, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={open}>
        Delete my progress
      </Button>
      {confirming ? (
        <ConfirmDialog
          title="Delete your progress?"
          confirm="Delete"
          onConfirm={() => {
            close();
            mutate(null);
          }}
          onClose={close}
        >
          This deletes your training progress from this computer. It cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
