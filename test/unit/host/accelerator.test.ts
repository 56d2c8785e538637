import { expect, test } from 'vitest';
import { parseAccelerator } from '../../host/accelerator.ts';

const none = { ctrl: false, meta: false, alt: false, shift: false };

test.each([
  ['CmdOrCtrl+1', 'linux', { ...none, key: '1', ctrl: true }],
  ['CmdOrCtrl+1', 'darwin', { ...none, key: '1', meta: true }],
  ['CommandOrControl+Shift+K', 'win32', { ...none, key: 'k', ctrl: true, shift: true }],
  ['Alt+Left', 'linux', { ...none, key: 'arrowleft', alt: true }],
  ['Ctrl++', 'linux', { ...none, key: '+', ctrl: true }],
  ['F5', 'linux', { ...none, key: 'f5' }],
] as const)('%s on %s', (text, platform, expected) => {
  expect(parseAccelerator('id', text, platform)).toEqual({ id: 'id', ...expected });
});

test('rejects an unknown modifier', () => {
  expect(() => parseAccelerator('id', 'Hyper+K', 'linux')).toThrow(/no modifier Hyper/);
});
