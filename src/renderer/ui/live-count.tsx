/** A count above a list. Screen readers announce it only after it has been stable for a while. */
import { useDebouncedValue } from '@mantine/hooks';
import { FINISHED_MS } from './typing-pause.ts';

interface Props {
  text: string;
  /** The part of the text that screen readers announce when it changes; by default all of it. */
  said?: string;
  className?: string | undefined;
}

export function LiveCount({ text, said = text, className }: Props) {
  const [announced] = useDebouncedValue(said, FINISHED_MS);
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
