/** A count above a list. Screen readers announce it only after it has been stable for a while. */
import { useDebouncedValue } from '@mantine/hooks';

const ANNOUNCE_AFTER_MS = 700;

export function LiveCount({ text, className }: { text: string; className?: string | undefined }) {
  const [announced] = useDebouncedValue(text, ANNOUNCE_AFTER_MS);
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
