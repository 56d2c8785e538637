/** Brings a person to the first field that cannot be sent as it is. */

/** What can take the focus, of what a field marks as invalid: its frame is marked as well. */
const INVALID = ':is(input, select, textarea, button):is([aria-invalid="true"], [data-error])';

/** Focuses the first invalid field of a form, once its sentences are drawn. */
export function focusFirstIssue(form: HTMLFormElement): void {
  window.requestAnimationFrame(() => form.querySelector<HTMLElement>(INVALID)?.focus());
}
