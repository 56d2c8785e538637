/** Returns the lines of a changelog under `## <version>`, or under `## Unreleased` while the version has no part; empty when there is neither. */
export function changesOf(version: string, changelog: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const part = [version, 'Unreleased'].flatMap((name) => parts.filter((one) => isAbout(one, name)))[0];
  return part === undefined ? '' : part.slice(part.indexOf('\n')).trim();
}

/** Whether the first line of a part has this name, also as `[1.1.0] - 2026-12-01`. */
function isAbout(part: string, name: string): boolean {
  const [head = ''] = part.split('\n');
  const [title = ''] = head.replace(/[[\]]/g, '').split(/ [-–—] /);
  return title.trim() === name;
}
