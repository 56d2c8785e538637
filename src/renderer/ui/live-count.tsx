/** A count above a list. Screen readers announce it only after it has been stable for a while. */
import { useDebouncedValue } from '@mantine/hooks';
import { FINISHED_MS } from './typing-pause.ts';

export function LiveCount({ text, className }: { text: string; className?: string | undefined }) {
  const [announced] = useDebouncedValue(text, FINISHED_MS);
  return (
    <>
      <span className={`${className ?? ''} lk-num`} aria-hidden>
        {text}
      </span>
      <span className="lk-unseen" role="status">
        {announced}
      </span>
    </>
  );
}
