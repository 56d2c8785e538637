import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuTemplate } from '../../../../src/main/shell/menu.ts';
import { AppCommand } from '../../../../src/shared/model/app.ts';

const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...flat(Array.isArray(item.submenu) ? item.submenu : [])]);

function menu(changes: Partial<Parameters<typeof menuTemplate>[0]> = {}) {
  const command = vi.fn();
  const chooseTheme = vi.fn();
  const resetZoom = vi.fn();
  const options = {
    mac: false,
    development: false,
    theme: 'dark' as const,
    audience: 'support' as const,
    command,
    chooseTheme,
    resetZoom,
    ...changes,
  };
  return { command, chooseTheme, items: flat(menuTemplate(options)) };
}
const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as unknown as () => void)?.();

describe.each([true, false])('the menu (mac: %s)', (mac) => {
  it('reaches every command by keyboard, each by its own keys', () => {
    const { items, command } = menu({ mac });
    for (const item of items) if (item.accelerator) click(item);
    expect(command.mock.calls.flat().toSorted()).toEqual([...AppCommand.options].toSorted());
    const keys = items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(['CmdOrCtrl+1', 'CmdOrCtrl+9', 'CmdOrCtrl+K', 'CmdOrCtrl+N']));
  });

  it('shows and changes the theme', () => {
    const { items, chooseTheme } = menu({ mac });
    const themes = items.filter(({ type }) => type === 'radio');
    expect(themes.map(({ checked }) => checked)).toEqual([false, false, true]);
    click(themes[1]);
    expect(chooseTheme).toHaveBeenCalledWith('light');
  });

  it('has reload and developer tools in development only', () => {
    const roles = (development: boolean) => menu({ mac, development }).items.map(({ role }) => role);
    expect(roles(false)).not.toEqual(expect.arrayContaining(['reload']));
    expect(roles(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    expect(roles(false)).toEqual(expect.arrayContaining(['about', 'quit', 'copy', 'paste', 'selectAll', 'undo']));
  });
});
