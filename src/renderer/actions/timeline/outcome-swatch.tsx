/** The fills of outcome classes: a colour with a pattern, for bars and for the swatches in the legend. */
import type { OutcomeClass } from '../../../shared/model/traffic.ts';
import { toneColours } from '../../ui/tag.tsx';
import { OUTCOMES, type OutcomeStyle, type Pattern } from './outcome.ts';

const SIZE = 6;

const MARKS: Record<Pattern, string> = {
  solid: '',
  slashes: 'M-1,1 L1,-1 M0,6 L6,0 M5,7 L7,5',
  cross: 'M0,0 L6,6 M6,0 L0,6',
  dots: 'M1.5,1.5 h0.01 M4.5,4.5 h0.01',
  rows: 'M0,1.5 H6 M0,4.5 H6',
  columns: 'M1.5,0 V6 M4.5,0 V6',
  hollow: '',
};

const fillId = (scope: string, outcome: OutcomeClass): string => `${scope}-${outcome}`;

/** Returns the SVG fill of an outcome; `OutcomeFills` with the same `scope` must be in the document. */
export const fillOf = (scope: string, outcome: OutcomeClass): string => `url(#${fillId(scope, outcome)})`;

/** The SVG patterns of all outcomes. Render it once per `scope`, inside an svg. */
export function OutcomeFills({ scope }: { scope: string }) {
  return (
    <defs>
      {OUTCOMES.map((outcome) => (
        <pattern
          key={outcome.id}
          id={fillId(scope, outcome.id)}
          width={SIZE}
          height={SIZE}
          patternUnits="userSpaceOnUse"
        >
          <Filling outcome={outcome} />
        </pattern>
      ))}
    </defs>
  );
}

function Filling({ outcome: { tone, pattern } }: { outcome: OutcomeStyle }) {
  const { strong, tint } = toneColours(tone);
  if (pattern === 'solid') return <rect width={SIZE} height={SIZE} fill={strong} />;
  return (
    <>
      <rect width={SIZE} height={SIZE} fill={pattern === 'hollow' ? 'var(--lk-surface)' : tint} />
      {pattern === 'hollow' ? (
        <path d="M0,0 H6 M0,3 H6" stroke={strong} strokeWidth={1} strokeDasharray="2 1" />
      ) : (
        <path
          d={MARKS[pattern]}
          stroke={strong}
          strokeWidth={pattern === 'dots' ? 2.6 : 1.7}
          strokeLinecap={pattern === 'dots' ? 'round' : 'butt'}
        />
      )}
    </>
  );
}

export function OutcomeSwatch({ scope, outcome }: { scope: string; outcome: OutcomeStyle }) {
  return (
    <svg width={12} height={12} aria-hidden focusable="false">
      <rect
        x={0.5}
        y={0.5}
        width={11}
        height={11}
        rx={2.5}
        fill={fillOf(scope, outcome.id)}
        stroke={toneColours(outcome.tone).strong}
      />
    </svg>
  );
}
