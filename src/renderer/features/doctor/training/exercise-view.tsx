/** The running exercise: the customer's message, links to the pages where a person can look, and the form for the answer. */
import { Button, Card, NativeSelect, Radio, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { CauseId } from '../../../../shared/model/diagnosis.ts';
import type { RemedyId, RunningExercise } from '../../../../shared/model/training.ts';
import { CopyButton } from '../../../actions/copy-button.tsx';
import { useAct } from '../../../ipc/client.ts';
import { formatCount, formatInstant } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconArrowsExchange, IconClipboardText, IconStethoscope } from '../../../ui/icons.ts';
import { remember } from '../../../ui/use-remembered-state.ts';
import { LevelTag } from './exercise-menu.tsx';
import styles from './training.module.css';

export function ExerciseView({ exercise }: { exercise: RunningExercise }) {
  const { title, level, message, evidence, hints, startedAt, source } = exercise;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.columns}>
      <Card component="article" aria-labelledby={titleId}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <p className={styles.facts}>
          <LevelTag level={level} />
          <span>started {formatInstant(startedAt, { style: 'time' })}</span>
          <span>{hints === 0 ? 'no hints used' : `${formatCount(hints, 'hint')} taken`}</span>
        </p>
        <blockquote className={styles.message}>{message}</blockquote>
        {evidence === null ? null : (
          <>
            <h3 className={styles.subtitle}>
              What the customer attached <CopyButton text={evidence} label="Copy what the customer attached" />
            </h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
            <pre className={styles.evidence} tabIndex={0}>
              {evidence}
            </pre>
          </>
        )}
        <h3 className={styles.subtitle}>Where to look</h3>
        {source === 'customer' ? <PasteIt evidence={evidence ?? ''} /> : <OwnScreens />}
      </Card>
      <AnswerForm exercise={exercise} />
    </div>
  );
}

/** The button that opens the page "Paste a failure" with the evidence in its field. */
function PasteIt({ evidence }: { evidence: string }) {
  const navigate = useNavigate();
  const paste = () => {
    remember('doctor.paste.text', evidence);
    remember('doctor.paste.held', null);
    remember('doctor.paste.reading', { kind: 'idle' });
    void navigate({ to: '/doctor', search: { tab: 'paste' } });
  };
  return (
    <IconButton Icon={IconClipboardText} onClick={paste}>
      Put it into “Paste a failure”
    </IconButton>
  );
}

function OwnScreens() {
  const navigate = useNavigate();
  return (
    <div className={styles.buttons}>
      <IconButton Icon={IconArrowsExchange} onClick={() => void navigate({ to: '/traffic', search: { span: '5m' } })}>
        Traffic of the last 5 minutes
      </IconButton>
      <IconButton Icon={IconStethoscope} onClick={() => void navigate({ to: '/doctor', search: {} })}>
        Failures
      </IconButton>
    </div>
  );
}

function AnswerForm({ exercise: { causes, remedies } }: { exercise: RunningExercise }) {
  const [cause, setCause] = useState<CauseId | null>(null);
  const [remedy, setRemedy] = useState<RemedyId | null>(null);
  const answer = useAct('training', 'answer');
  const leave = useAct('training', 'leave');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cause !== null && remedy !== null) answer.mutate({ cause, remedy });
  };
  return (
    <Card component="form" aria-label="Your answer" onSubmit={submit}>
      <Stack gap="md">
        <h2 className={styles.title}>Your answer</h2>
        <NativeSelect
          label="What is the cause?"
          value={cause ?? ''}
          onChange={(event) => setCause(causes.find(({ id }) => id === event.currentTarget.value)?.id ?? null)}
          data={[
            { value: '', label: 'Choose a cause' },
            ...causes.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
        <Radio.Group
          label="What do you advise?"
          value={remedy}
          onChange={(value) => setRemedy(remedies.find(({ id }) => id === value)?.id ?? null)}
        >
          <Stack gap="xs" mt={6}>
            {remedies.map(({ id, text }) => (
              <Radio key={id} value={id} label={text} />
            ))}
          </Stack>
        </Radio.Group>
        <div className={styles.buttons}>
          <Button
            variant="filled"
            type="submit"
            loading={answer.isPending}
            disabled={cause === null || remedy === null}
          >
            Answer
          </Button>
          <Button variant="subtle" loading={leave.isPending} onClick={() => leave.mutate(null)}>
            Leave the exercise
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
