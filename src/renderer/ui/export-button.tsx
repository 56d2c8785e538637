/** A button whose menu writes a table as an Excel workbook or as CSV. */
import { type ComponentProps, lazy } from 'react';
import type { TableFormat } from '../../shared/model/table-format.ts';
import type { MoreItem } from './format-menu.tsx';
import type { IconButton } from './icon-button.tsx';
import { IconShare2 } from './icons.ts';
import { MenuButton } from './menu-button.tsx';

const FormatMenu = lazy(() => import('./format-menu.tsx').then((module) => ({ default: module.FormatMenu })));

interface Props extends Omit<ComponentProps<typeof IconButton>, 'Icon'> {
  onWrite: (format: TableFormat) => void;
  /** A further item below the formats. */
  more?: MoreItem;
}

export const ExportButton = ({ onWrite, more, children = 'Export', ...button }: Props) => (
  <MenuButton
    popup="menu"
    Icon={IconShare2}
    menu={(place) => <FormatMenu place={place} onWrite={onWrite} {...(more ? { more } : {})} />}
    {...button}
  >
    {children}
  </MenuButton>
);
