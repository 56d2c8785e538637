/** The window's title names page and connection, whichever is known first. */
import { expect, it } from 'vitest';
import { setWindowTitle } from '../../../../src/renderer/ui/window-title.ts';

it('names the page, the connection and the app, in this order, and leaves out what is empty', () => {
  setWindowTitle({ page: 'Welcome', connection: '' });
  expect(document.title).toBe('Welcome – Latchkey');
  setWindowTitle({ connection: 'Harbour' });
  setWindowTitle({ page: 'Quotes' });
  expect(document.title).toBe('Quotes – Harbour – Latchkey');
  setWindowTitle({ connection: 'Sandbox' });
  expect(document.title).toBe('Quotes – Sandbox – Latchkey');
});
