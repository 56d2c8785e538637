/** The result of an exercise: the grade, the given and the right answer, the Doctor's evidence, the cost, and the steps of an expert. */

import { Button, Card } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ExerciseResult, Grade } from '../../../../shared/model/training.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { causeLink, citedText } from '../../../actions/cited-text.tsx';
import { CopyButton } from '../../../actions/copy-button.tsx';
import { useAct } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatNumber } from '../../../text/format.ts';
import { DiagnosisView } from '../../../ui/diagnosis/diagnosis-view.tsx';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { GradeTag } from './exercise-menu.tsx';
import styles from './training.module.css';

const SENTENCES: Readonly<Record<Grade, string>> = {
  right: 'You found the cause, and your advice helps.',
  near: 'Close: the cause is similar to yours, or your advice fits another cause.',
  wrong: 'It was another cause. The evidence below shows how to tell.',
};

interface Props {
  result: ExerciseResult;
  isStarting: boolean;
  onAgain: () => void;
}

export function ResultView({ result, isStarting, onAgain }: Props) {
  const { title, grade, answered, right, diagnosis, evidence, cost, expert } = result;
  const leave = useAct('training', 'leave');
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card component="article" aria-labelledby={titleId}>
      <div className={styles.resultHead}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <GradeTag grade={grade} />
      </div>
      <p>{SENTENCES[grade]}</p>
      <KeyValueGrid
        entries={[
          { name: 'The cause', value: right.cause },
          { name: 'You said', value: answered.cause },
          { name: 'What helps', value: right.remedy },
          { name: 'You advised', value: answered.remedy },
          { name: 'It cost', value: costText(cost) },
        ]}
      />
      <h3 className={styles.subtitle}>What an expert would have done</h3>
      <ol className={styles.steps}>
        {expert.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3 className={styles.subtitle}>The evidence, as the Doctor weighs it</h3>
      <DiagnosisView
        diagnosis={diagnosis}
        exchangeLink={(id) => (
          <PageLink to="/traffic" search={{ id }} size="sm" underline="always">
            see that exchange
          </PageLink>
        )}
        citedText={citedText}
        causeLink={causeLink}
        copyAsk={(text) => <CopyButton text={text} label="Copy the text for the customer" />}
      />
      {evidence === null ? null : (
        <details className={styles.attached}>
          <summary>What the customer attached</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
          <pre className={styles.evidence} tabIndex={0}>
            {evidence}
          </pre>
        </details>
      )}
      <div className={styles.buttons}>
        <Button variant="filled" loading={leave.isPending} onClick={() => leave.mutate(null)}>
          Back to the exercises
        </Button>
        <Button loading={isStarting} onClick={onAgain}>
          Try again with other names
        </Button>
      </div>
    </Card>
  );
}

/** The cost of an exercise as text: "2 min 10 s, no request to the sandbox, no token, 1 hint". */
function costText({ elapsedMs, requests, tokens, hints }: ExerciseResult['cost']): string {
  const counted = (count: number, one: string, many = `${one}s`) =>
    `${count === 0 ? 'no' : formatNumber(count)} ${count === 1 ? one : many}`;
  return [
    formatDuration(elapsedMs),
    counted(requests, 'request to the sandbox', 'requests to the sandbox'),
    counted(tokens, 'token'),
    counted(hints, 'hint'),
  ].join(', ');
}
