/** Vets links: only plain https addresses open in the person's browser. */

/** The normalised address, or null when it must not be opened. */
export function vetLink(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const plain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== '';
  return plain ? url.href : null;
}
