/** The legend of the matrix says what its colours and signs mean. */
import { IconArrowNarrowDown } from '../../../ui/icons.ts';
import styles from './grid.module.css';

export const Legend = () => (
  <ul className={styles.legend} aria-label="Legend">
    <li>
      <Swatch shade="0" />
      <Swatch shade="4" /> cheap to dear in its row
    </li>
    <li>
      <IconArrowNarrowDown size={13} stroke={2.4} aria-hidden /> cheapest of its row
    </li>
    <li>
      <Swatch state="taken" /> taken
    </li>
    <li>Min 5: nights from this day</li>
    <li>· not loaded</li>
  </ul>
);

const Swatch = ({ shade, state = 'free' }: { shade?: string; state?: string }) => (
  <span className={styles.cell} data-state={state} data-shade={shade} aria-hidden />
);
