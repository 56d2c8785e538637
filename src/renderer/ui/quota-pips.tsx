/** One dot per slot of a quota: filled when free, hollow when used. */
import { type Tone, toneColours } from './tone.ts';

export function QuotaPips({ used, limit, label, tone }: { used: number; limit: number; label: string; tone?: Tone }) {
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
