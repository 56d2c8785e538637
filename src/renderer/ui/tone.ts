/** The six tones. Each has three colours in app/theme.css, which satisfy WCAG AA in the light and the dark scheme. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted' | 'accent';

/** The CSS values of a tone: `text` for use on `tint` or on the canvas, `strong` for strokes and fills. */
export const toneColours = (tone: Tone): { text: string; tint: string; strong: string } => ({
  text: `var(--lk-${tone}-text)`,
  tint: `var(--lk-${tone}-tint)`,
  strong: `var(--lk-${tone}-strong)`,
});
