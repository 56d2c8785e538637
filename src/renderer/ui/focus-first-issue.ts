/** Brings a person to the first field that cannot be sent as it is. */

/** Focuses the first invalid field of a form, once its sentences are drawn. */
export function focusFirstIssue(form: HTMLFormElement): void {
  window.requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus());
}
