/** The layer over the bars of the timeline for pointer and keys: a click selects one bar, dragging or Shift selects several. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Timeline } from '../../../../shared/model/traffic.ts';
import type { TimeRange } from '../filters/traffic-filters.ts';
import styles from './timeline.module.css';
import { bucketText, rangeBetween } from './timeline-window.ts';

interface BarRange {
  readonly from: number;
  readonly to: number;
}

interface Props {
  timeline: Timeline;
  /** Called with the index of the bar under the pointer or at the cursor; null for none. */
  onPoint: (index: number | null) => void;
  onChoose: (range: TimeRange) => void;
}

export function TimelineBrush({ timeline, onPoint, onChoose }: Props) {
  const { buckets, bucketMs } = timeline;
  const last = buckets.length - 1;
  const [dragged, setDragged] = useState<BarRange | null>(null);
  const [chosen, setChosen] = useState<BarRange | null>(null);
  const highlighted = dragged ?? chosen;
  const at = Math.min(last, chosen?.to ?? last);

  const indexOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = width > 0 ? (event.clientX - left) / width : 0;
    return Math.min(last, Math.max(0, Math.floor(share * buckets.length)));
  };
  const choose = ({ from, to }: BarRange) => {
    const range = rangeBetween(buckets, bucketMs, from, to);
    if (range) onChoose(range);
    setChosen(null);
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const index = indexOf(event);
    setDragged({ from: index, to: index });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const index = indexOf(event);
    onPoint(index);
    if (dragged && dragged.to !== index) setDragged({ ...dragged, to: index });
  };
  const up = () => {
    if (dragged) choose(dragged);
    setDragged(null);
  };
  const press = (event: KeyboardEvent) => {
    const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (event.key === 'Enter') choose(chosen ?? { from: at, to: at });
    else if (event.key === 'Escape' && chosen) setChosen(null);
    else if (target === undefined) return;
    else {
      const to = Math.min(last, Math.max(0, target));
      setChosen({ from: event.shiftKey ? (chosen?.from ?? at) : to, to });
      onPoint(to);
    }
    event.preventDefault();
  };
  const bucket = buckets[at];
  const share = (count: number) => `${(count / buckets.length) * 100}%`;
  return (
    <div
      className={styles.brush}
      role="slider"
      tabIndex={0}
      aria-label="Time on the timeline. Arrow keys move, Shift extends the selection, Enter filters the list"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={bucket ? bucketText(bucket, bucketMs) : 'nothing yet'}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => setDragged(null)}
      onPointerLeave={() => onPoint(null)}
      onKeyDown={press}
      onBlur={() => {
        setChosen(null);
        onPoint(null);
      }}
    >
      {highlighted ? (
        <span
          className={styles.marked}
          style={{
            left: share(Math.min(highlighted.from, highlighted.to)),
            width: share(Math.abs(highlighted.to - highlighted.from) + 1),
          }}
        />
      ) : null}
    </div>
  );
}
