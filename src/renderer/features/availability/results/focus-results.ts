/** Moves the focus to the first result or, without results, to the heading of their section. */

/** The accessible name of the section with the results. */
export const RESULTS = 'Results';
/** The accessible name of the list or table of results. */
export const AVAILABLE = 'Available';

export function focusResults(): void {
  const results = document.querySelector(`section[aria-label="${RESULTS}"]`);
  const first = `[aria-label="${AVAILABLE}"] button[aria-haspopup="dialog"]:not([tabindex="-1"])`;
  const target = results?.querySelector<HTMLElement>(first) ?? results?.querySelector<HTMLElement>('h2');
  target?.scrollIntoView?.({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
