/** Which links leave the console: plain https addresses, opened in the person's browser. */

/** The address to open, normalised, or null when it is not one to open. */
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
