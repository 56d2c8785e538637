/** The six tones of the console. Each has a text, tint and strong colour as CSS variables (app/theme.css) that pass WCAG AA in both schemes. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted' | 'accent';

/** CSS values of a tone: `text` on `tint` or on the canvas, `strong` for strokes and fills. */
export const toneColours = (tone: Tone): { text: string; tint: string; strong: string } => ({
  text: `var(--lk-${tone}-text)`,
  tint: `var(--lk-${tone}-tint)`,
  strong: `var(--lk-${tone}-strong)`,
});
