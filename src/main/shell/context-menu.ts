/** Shows the context menu in fields and on selected text. It offers no spelling or look-up, so that no text leaves the machine. */
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';

export function offerContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextMenuItems(params);
    if (items.length === 0) return;
    // By default the menu opens at the mouse; for the menu key it opens at the given place.
    const place = params.menuSourceType === 'keyboard' ? { x: params.x, y: params.y } : {};
    // Without `frame`, macOS adds no writing tools and no services.
    Menu.buildFromTemplate(items).popup({ window, sourceType: params.menuSourceType, ...place });
  });
}

/** Returns the items of a context menu; none where there is nothing to edit or copy. */
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
