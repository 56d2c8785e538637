/** The six tones. Each has three colours in app/theme.css, which pass WCAG AA in the light and the dark scheme. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted' | 'accent';

/** CSS values of a tone: `text` on `tint` or on the canvas, `strong` for strokes and fills. */
export const toneColours = (tone: Tone): { text: string; tint: string; strong: string } => ({
  text: `var(--lk-${tone}-text)`,
  tint: `var(--lk-${tone}-tint)`,
  strong: `var(--lk-${tone}-strong)`,
});
