/** Focuses the first invalid field of a form, once the form's error messages are drawn. */
/** Selects invalid fields, but only elements that can have the focus, because Mantine also marks a field's wrapper as invalid. */
const INVALID = ':is(input, select, textarea, button):is([aria-invalid="true"], [data-error])';

export function focusFirstIssue(form: HTMLFormElement): void {
  window.requestAnimationFrame(() => form.querySelector<HTMLElement>(INVALID)?.focus());
}
