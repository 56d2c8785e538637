/** Moves the focus to the first invalid field of a form. */

/** Selects focusable elements only, because Mantine also marks a field's wrapper as invalid. */
const INVALID = ':is(input, select, textarea, button):is([aria-invalid="true"], [data-error])';

/** Focuses the first invalid field of a form, after its error messages are drawn. */
export function focusFirstIssue(form: HTMLFormElement): void {
  window.requestAnimationFrame(() => form.querySelector<HTMLElement>(INVALID)?.focus());
}
