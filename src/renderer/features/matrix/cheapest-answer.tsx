/** The answer of Flexible dates in a sentence, with a button that moves to the cell of the stay. */
import { Anchor } from '@mantine/core';
import type { CheapestStay, MatrixQuestion, MatrixView } from '../../../shared/model/matrix.ts';
import { useAsk } from '../../ipc/client.ts';
import { answerText, noAnswerText } from './answer-text.ts';
import styles from './matrix.module.css';

interface Props {
  question: MatrixQuestion;
  view: MatrixView;
  onShow: (stay: CheapestStay) => void;
}

export function CheapestAnswer({ question, view, onShow }: Props) {
  const cheapest = useAsk('matrix', 'cheapest', { ...question, view }, { keepsPrevious: true, gcTime: 10_000 });
  const [best = null, ...others] = cheapest.data ?? [];
  const isKnown = cheapest.data !== undefined && !cheapest.isPlaceholderData;
  const text = best === null ? noAnswerText(question.stays) : answerText(question.stays, best, others.length === 0);
  return (
    <section className={styles.answer} aria-label="Cheapest stay">
      <span role="status">{isKnown ? text : ''}</span>{' '}
      {best ? (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`Go to ${best.title}, ${best.arrival}`}
          onClick={() => onShow(best)}
        >
          Go to it
        </Anchor>
      ) : null}
    </section>
  );
}
