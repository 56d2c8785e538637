/** A chip for each outcome class, which is legend, count and filter. */
import type { OutcomeClass } from '../../../../shared/model/traffic.ts';
import { OUTCOMES } from '../../../actions/timeline/outcome.ts';
import { OutcomeSwatch } from '../../../actions/timeline/outcome-swatch.tsx';
import { formatCount, formatShortNumber } from '../../../text/format.ts';
import styles from './timeline.module.css';
import type { Counts } from './timeline-window.ts';

interface Props {
  scope: string;
  totals: Counts;
  chosen: readonly OutcomeClass[];
  /** The time span that is counted, as text: "the last 15 min". */
  span: string;
  onChoose: (outcomes: readonly OutcomeClass[]) => void;
}

export function OutcomeChips({ scope, totals, chosen, span, onChoose }: Props) {
  const toggle = (id: OutcomeClass) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset className={styles.chips}>
      <legend className="lk-unseen">Filter by outcome</legend>
      {OUTCOMES.map((outcome) => (
        <button
          key={outcome.id}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(outcome.id)}
          data-none={totals[outcome.id] === 0 || undefined}
          title={`${outcome.about}: ${formatCount(totals[outcome.id], 'exchange')} in ${span}`}
          onClick={() => toggle(outcome.id)}
        >
          <OutcomeSwatch scope={scope} outcome={outcome} />
          <span>{outcome.label}</span>
          <span className={`${styles.chipCount} lk-num`}>{formatShortNumber(totals[outcome.id])}</span>
        </button>
      ))}
    </fieldset>
  );
}
