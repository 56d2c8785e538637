/**
 * Keys of an input method (Chinese, Japanese, Korean and others) belong to it until the text is composed: Enter takes a candidate and Escape
 * gives it up. No key handler of the application sees them, so none submits or closes anything.
 */
export function keepComposition(target: Window): void {
  target.addEventListener('keydown', (event) => event.isComposing && event.stopPropagation(), { capture: true });
}
