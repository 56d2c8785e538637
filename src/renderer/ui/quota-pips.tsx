/** A dot for each slot of a quota: filled when free, hollow when used. Nothing is drawn without a quota or for too many slots. */
import { type Tone, toneColours } from './tag.tsx';

/** The maximum number of dots, because a person cannot distinguish more of them. */
const MAX_PIPS = 20;

export interface QuotaPipsProps {
  readonly used: number;
  readonly limit: number | null;
  readonly label: string;
  readonly tone?: Tone;
}

export function QuotaPips({ used, limit, label, tone }: QuotaPipsProps) {
  if (limit === null || limit > MAX_PIPS) return null;
  const left = Math.max(0, limit - used);
  const pipTone = tone ?? (left === 0 ? 'warn' : left === 1 ? 'accent' : 'good');
  return (
    <span className="lk-pips" role="img" aria-label={label}>
      {Array.from({ length: limit }, (_, slot) => {
        const free = slot < left;
        return (
          <span
            key={`slot-${String(slot)}`}
            className="lk-pip"
            style={
              free ? { background: toneColours(pipTone).strong, borderColor: toneColours(pipTone).strong } : undefined
            }
          />
        );
      })}
    </span>
  );
}
