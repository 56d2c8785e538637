/**
 * Reserves keys for an input method (Chinese, Japanese, Korean and others) until the text is composed: Enter accepts a candidate and Escape
 * rejects it. No key handler of the application sees these keys, so none submits or closes anything.
 */
export function keepComposition(target: Window): void {
  target.addEventListener('keydown', (event) => event.isComposing && event.stopPropagation(), { capture: true });
}
