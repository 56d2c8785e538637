import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const popped = vi.hoisted(() => [] as unknown[]);
vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (items: unknown) => ({ popup: (options: object) => popped.push({ items, ...options }) }) },
}));
const { contextMenuItems, offerContextMenu } = await import('../../../../src/main/shell/context-menu.ts');

const ALL = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
const params = (changes: object = {}) =>
  ({ isEditable: true, selectionText: '', editFlags: ALL, menuSourceType: 'mouse', x: 7, y: 8, ...changes }) as never;
const roles = (changes: object) =>
  contextMenuItems(params(changes)).flatMap(({ role, enabled }) => (role ? [[role, enabled]] : []));

beforeEach(() => {
  popped.length = 0;
});

describe('the menu of a right click', () => {
  it('edits a field, as far as the field allows it', () => {
    expect(roles({ editFlags: { ...ALL, canCut: false, canCopy: false } })).toEqual([
      ['cut', false],
      ['copy', false],
      ['paste', true],
      ['selectAll', true],
    ]);
  });

  it('copies selected text', () => {
    expect(roles({ isEditable: false, selectionText: 'a 403' })).toEqual([
      ['copy', true],
      ['selectAll', true],
    ]);
  });

  it('is not shown where nothing is typed or selected', () => {
    expect(roles({ isEditable: false, selectionText: ' \n' })).toEqual([]);
  });

  it('opens in its window: at the mouse, or at the field for the menu key', () => {
    const window = { webContents: new EventEmitter() };
    offerContextMenu(window as never);
    const ask = (changes: object) => window.webContents.emit('context-menu', {}, params(changes));
    ask({ isEditable: false });
    expect(popped).toEqual([]);
    ask({});
    ask({ menuSourceType: 'keyboard' });
    expect(popped).toMatchObject([
      { window, sourceType: 'mouse' },
      { window, sourceType: 'keyboard', x: 7, y: 8 },
    ]);
    expect(popped[0]).not.toHaveProperty('x');
    // A frame would let macOS add tools that send text elsewhere.
    expect(popped[0]).not.toHaveProperty('frame');
  });
});
