/** The host's menus are as strict as Electron's, or stricter: what Electron ignores in silence throws. */
import { describe, expect, it } from 'vitest';
import { Menu } from '../../host/menu.ts';

const build = (...items: object[]) => Menu.buildFromTemplate(items as never).items;

describe('an item of a role', () => {
  it('has the label and the accelerator of its role, unless it is given others', () => {
    const [copy, all, named] = build(
      { role: 'copy' },
      { role: 'selectAll' },
      { role: 'close', label: 'Away', accelerator: 'F9' },
    );
    expect(copy).toMatchObject({ label: 'Copy', accelerator: 'CommandOrControl+C', registerAccelerator: false });
    expect(all).toMatchObject({ label: 'Select All', role: 'selectall', type: 'normal' });
    expect(named).toMatchObject({ label: 'Away', accelerator: 'F9' });
  });

  it('has the submenu of its role', () => {
    const [edit] = build({ role: 'editMenu' });
    expect(edit?.type).toBe('submenu');
    expect(edit?.submenu?.items.map(({ role }) => role)).toContain('paste');
  });

  it('throws for a role that Electron does not know', () => {
    expect(() => build({ role: 'selectEverything' })).toThrow('a menu item of role selectEverything');
  });
});

it.each<[string, object, string]>([
  ['an item without label, role and type', { click: () => {} }, 'must have at least one of label, role or type'],
  ['an unknown type', { label: 'A', type: 'toggle' }, 'Unknown menu item type: toggle'],
  ['a submenu without items', { label: 'A', type: 'submenu' }, 'Invalid submenu'],
  ['an accelerator that no key has', { label: 'A', accelerator: 'Hyper+X' }, 'conversion failure'],
])('refuses %s', (_what, item, message) => {
  expect(() => build(item)).toThrow(message);
});

it('folds separators that follow one another, and drops those at the edges', () => {
  const separator = { type: 'separator' };
  const items = build(separator, { label: 'A' }, separator, separator, { label: 'B' }, separator);
  expect(items.map(({ type, label }) => label || type)).toEqual(['A', 'separator', 'B']);
});

it('refuses what is no menu, and a menu that is nobody’s window’s', () => {
  expect(() => Menu.setApplicationMenu([] as never)).toThrow(TypeError);
  expect(() => new Menu().append({ label: 'A' } as never)).toThrow('Invalid item');
  expect(() => new Menu().popup({})).toThrow('Menu.popup without a window');
});
