/** The service's time, by the Date header of its answers. */

/** The Date header, epoch ms; `null` when there is none. */
export function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** The same, but `null` for an answer from a cache: its Date is from the past. */
export const currentDateOf = (headers: Headers): number | null =>
  Number(headers.get('age') ?? 0) > 0 ? null : dateOf(headers);
