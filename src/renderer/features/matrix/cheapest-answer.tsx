/** The answer of Flexible dates in a sentence, with a button that moves to the cell of the stay, and the legend of the grid. */
import { Button } from '@mantine/core';
import type { CheapestStay, MatrixQuestion, MatrixView } from '../../../shared/model/matrix.ts';
import { useAsk } from '../../ipc/client.ts';
import { IconFocusCentered } from '../../ui/icons.ts';
import { answerText, noAnswerText } from './answer-text.ts';
import { Legend } from './grid/legend.tsx';
import styles from './matrix.module.css';

/** An answer in several currencies names the cheapest stay of this many. */
const MAX_ANSWERS = 2;

interface Props {
  question: MatrixQuestion;
  view: MatrixView;
  onShow: (stay: CheapestStay) => void;
}

export function CheapestAnswer({ question, view, onShow }: Props) {
  const cheapest = useAsk('matrix', 'cheapest', { ...question, view }, { keepsPrevious: true, gcTime: 10_000 });
  const answers = (cheapest.data ?? []).slice(0, MAX_ANSWERS);
  return (
    <section className={styles.answer} aria-label="Cheapest stay">
      <p role="status">
        {cheapest.isPlaceholderData || cheapest.data === undefined
          ? ''
          : answers.length === 0
            ? noAnswerText(question.stays)
            : answers.map((stay) => answerText(question.stays, stay)).join('; ')}
      </p>
      {answers.map((stay) => (
        <Button
          key={stay.currency}
          size="compact-sm"
          leftSection={<IconFocusCentered size={15} aria-hidden />}
          aria-label={`Go to ${stay.title}, ${stay.arrival}`}
          onClick={() => onShow(stay)}
        >
          {answers.length > 1 ? `Go to it (${stay.currency ?? 'no currency'})` : 'Go to it'}
        </Button>
      ))}
      <Legend />
    </section>
  );
}
