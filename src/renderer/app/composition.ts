/** Hides from all key handlers the keys that an input method (Chinese, Japanese and others) uses to compose a text, such as Enter and Escape. */
export function keepComposition(target: Window): void {
  target.addEventListener('keydown', (event) => event.isComposing && event.stopPropagation(), { capture: true });
}
