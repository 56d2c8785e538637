/** The causes of one refusal, most likely first: status, evidence and next step. */
import { IconArrowRight } from '@tabler/icons-react';
import type { Cause, Evidence } from '../../../shared/model/refusal.ts';
import { toneColours } from '../../ui/tone.ts';
import { CauseStatusTag, WEIGHTS } from './cause-status.tsx';
import styles from './doctor.module.css';

export function CauseList({ causes }: { causes: readonly Cause[] }) {
  const open = causes.filter((cause) => cause.status !== 'ruledOut');
  const ruledOut = causes.filter((cause) => cause.status === 'ruledOut');
  return (
    <>
      {open.length > 0 ? (
        <ol className={styles.causes} aria-label="Causes that fit, most likely first">
          {open.map((cause) => (
            <CauseEntry key={cause.id} cause={cause} />
          ))}
        </ol>
      ) : (
        <p className={styles.dim}>All known causes are ruled out. The refusal may have been temporary.</p>
      )}
      {ruledOut.length > 0 ? (
        <details className={styles.more}>
          <summary>
            Ruled out ({ruledOut.length}): {ruledOut.map((cause) => lowerFirst(cause.title)).join(', ')}
          </summary>
          <ul className={styles.causes}>
            {ruledOut.map((cause) => (
              <CauseEntry key={cause.id} cause={cause} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function CauseEntry({ cause }: { cause: Cause }) {
  return (
    <li className={styles.cause} data-status={cause.status}>
      <div className={styles.causeHead}>
        <h3 className={styles.causeTitle}>{cause.title}</h3>
        <CauseStatusTag status={cause.status} />
      </div>
      <ul className={styles.evidence}>
        {cause.evidence.map((evidence) => (
          <EvidenceLine key={evidence.text} evidence={evidence} />
        ))}
      </ul>
      {cause.status === 'ruledOut' ? null : (
        <p className={styles.next}>
          <IconArrowRight size={15} aria-hidden />
          <span>
            <span className={styles.nextWord}>Next:</span> {cause.next}
          </span>
        </p>
      )}
    </li>
  );
}

function EvidenceLine({ evidence }: { evidence: Evidence }) {
  const { title, tone, Icon } = WEIGHTS[evidence.weight];
  return (
    <li>
      <Icon size={15} stroke={2.25} aria-hidden style={{ color: toneColours(tone).strong }} />
      <span>
        <span className={styles.weight}>{title}:</span> {evidence.text}
      </span>
    </li>
  );
}
