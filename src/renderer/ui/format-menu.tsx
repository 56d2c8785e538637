/** The menu with the formats of an export. */
import { Menu } from '@mantine/core';
import type { TableFormat } from '../../shared/model/table-format.ts';
import { ButtonMenu } from './button-popover.tsx';
import type { Icon } from './icon.ts';
import { IconFileTypeCsv, IconTable } from './icons.ts';
import type { PopoverPlace } from './use-popover-button.ts';

export interface MoreItem {
  readonly Icon: Icon;
  readonly label: string;
  readonly onClick: () => void;
}

interface Props {
  place: PopoverPlace;
  onWrite: (format: TableFormat) => void;
  more?: MoreItem;
}

export const FormatMenu = ({ place, onWrite, more }: Props) => (
  <ButtonMenu place={place} position="bottom-end" shadow="md">
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconTable size={16} aria-hidden />} onClick={() => onWrite('xlsx')}>
        Excel workbook
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => onWrite('csv')}>
        CSV
      </Menu.Item>
      {more ? (
        <Menu.Item leftSection={<more.Icon size={16} aria-hidden />} onClick={more.onClick}>
          {more.label}
        </Menu.Item>
      ) : null}
    </Menu.Dropdown>
  </ButtonMenu>
);
