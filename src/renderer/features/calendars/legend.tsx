/** Explains the colours of the grid, below it. */
import styles from './calendars.module.css';

const NIGHTS = [
  { text: 'Booked', mark: { 'data-status': 'booked' } },
  { text: 'Booked in this app', mark: { 'data-status': 'booked', 'data-own': true } },
  { text: 'Awaits approval', mark: { 'data-status': 'reserved' } },
  { text: 'Blocked', mark: { 'data-status': 'blocked' } },
  { text: 'Gap that cannot be sold', mark: { 'data-lost': true } },
] as const;

const WEEKS = [
  { text: 'Few nights sold', mark: { 'data-step': 1 } },
  { text: 'All nights sold', mark: { 'data-step': 4 } },
] as const;

export function Legend({ isWeeks }: { isWeeks: boolean }) {
  return (
    <ul aria-label="Legend" className={styles.legend}>
      {(isWeeks ? WEEKS : NIGHTS).map(({ text, mark }) => (
        <li key={text}>
          <span className={`${styles.piece} ${styles.swatch}`} {...mark} />
          {text}
        </li>
      ))}
    </ul>
  );
}
