/** Formats an instant (epoch ms) as `2026-11-22 16:40:05 UTC`, for readers in any time zone. An invalid instant becomes "an unknown time". */
export function utcText(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'an unknown time';
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
