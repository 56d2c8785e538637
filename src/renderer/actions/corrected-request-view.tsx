/** Shows a corrected request: its differences from the request that was sent, and its command line for a shell that the person chooses. */
import type { CorrectedRequest } from '../../shared/model/pasted.ts';
import { isRefused, SHELLS, type Shell } from '../../shared/request/curl.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { CopyTextButton } from './copy-text-button.tsx';
import styles from './corrected-request.module.css';
import { MaskedText } from './masked-text.tsx';
import { useShell } from './use-shell.ts';

export function CorrectedRequestView({ corrected }: { corrected: CorrectedRequest }) {
  const [shell, setShell] = useShell();
  const text = shell === 'bash' ? corrected.curl : corrected[shell];
  return (
    <section aria-label="What this request should have looked like">
      <h3 className={styles.title}>What this request should have looked like</h3>
      {corrected.changes.length === 0 ? (
        <p className={styles.dim}>As it was sent: nothing in the request itself is wrong.</p>
      ) : (
        <ul className={styles.changes}>
          {corrected.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        <MaskedText text={text} />
      </pre>
      <div className={styles.copyAs}>
        {isRefused(text) ? null : <CopyTextButton text={text} label="Copy as cURL" />}
        <SegmentedControl
          size="xs"
          aria-label="Shell"
          data={Object.entries(SHELLS).map(([value, label]) => ({ value: value as Shell, label }))}
          value={shell}
          onChange={setShell}
        />
      </div>
    </section>
  );
}
