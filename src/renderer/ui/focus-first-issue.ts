/** Moves the focus to the first invalid field of a form. */

/** Focusable elements only: Mantine marks a field's wrapper as invalid too. */
const INVALID = ':is(input, select, textarea, button):is([aria-invalid="true"], [data-error])';

/** Focuses the first invalid field of a form, after its error messages are drawn. */
export function focusFirstIssue(form: HTMLFormElement): void {
  window.requestAnimationFrame(() => form.querySelector<HTMLElement>(INVALID)?.focus());
}
