/** The context menu, shown in every field and on selected text. It offers no spelling or look-up, so no text leaves the machine. */
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';

/** Shows the menu wherever a person asks for it in the window's page. */
export function offerContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextMenuItems(params);
    if (items.length === 0) return;
    // At the mouse; the menu key has no mouse.
    const place = params.menuSourceType === 'keyboard' ? { x: params.x, y: params.y } : {};
    // Without a frame macOS adds no writing tools and no services of its own.
    Menu.buildFromTemplate(items).popup({ window, sourceType: params.menuSourceType, ...place });
  });
}

/** The menu as data; empty where there is nothing to edit or copy. */
export function contextMenuItems({
  isEditable,
  selectionText,
  editFlags,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>): MenuItemConstructorOptions[] {
  const { canCut, canCopy, canPaste, canSelectAll } = editFlags;
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: canCopy };
  if (isEditable)
    return [
      { role: 'cut', enabled: canCut },
      copy,
      { role: 'paste', enabled: canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: canSelectAll },
    ];
  return selectionText.trim() === '' ? [] : [copy, { type: 'separator' }, { role: 'selectAll', enabled: canSelectAll }];
}
