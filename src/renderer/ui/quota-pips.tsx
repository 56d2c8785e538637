/** Slots of a small quota, one dot each: free ones filled, used ones hollow. */
import { type Tone, toneColours } from './tone.ts';

export function QuotaPips({ used, limit, label, tone }: { used: number; limit: number; label: string; tone?: Tone }) {
  const left = Math.max(0, limit - used);
  const drawn = tone ?? (left === 0 ? 'warn' : left === 1 ? 'accent' : 'good');
  return (
    <span className="lk-pips" role="img" aria-label={label}>
      {Array.from({ length: limit }, (_, slot) => {
        const free = slot < left;
        return (
          <span
            key={`slot-${String(slot)}`}
            className="lk-pip"
            style={free ? { background: toneColours(drawn).strong, borderColor: toneColours(drawn).strong } : undefined}
          />
        );
      })}
    </span>
  );
}
