/** The title of the window: the page, the connection and the app, as window lists and screen readers read it out. */
const parts = { page: '', connection: '' };

/** Sets one part of the window's title and keeps the other. An empty part is left out. */
export function setWindowTitle(part: Partial<typeof parts>): void {
  Object.assign(parts, part);
  document.title = [parts.page, parts.connection, 'Latchkey'].filter((text) => text !== '').join(' – ');
}
