/** Whether a text contains every word of a search, anywhere in it and in any case. */
export function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
