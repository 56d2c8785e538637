/**
 * Reserves the keys for an input method (Chinese, Japanese, Korean and others) while it composes a text: Enter accepts a candidate and Escape rejects
 * it. No key handler of the console sees these keys, so they submit and close nothing.
 */
export function keepComposition(target: Window): void {
  target.addEventListener('keydown', (event) => event.isComposing && event.stopPropagation(), { capture: true });
}
