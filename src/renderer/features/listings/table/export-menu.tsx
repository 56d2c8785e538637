/** The menu that writes the listings as an Excel workbook or as CSV, as they are shown or in full, and that copies the rows. */
import { Menu } from '@mantine/core';
import type { TableFormat } from '../../../../shared/model/table-format.ts';
import { formatCount } from '../../../text/format.ts';
import { ButtonMenu } from '../../../ui/button-popover.tsx';
import { IconCopy, IconFileTypeCsv, IconTable } from '../../../ui/icons.ts';
import type { PopoverPlace } from '../../../ui/use-popover-button.ts';

interface Props {
  place: PopoverPlace;
  matched: number;
  /** Writes the shown rows; with `whole`, all listings with all fields. */
  onWrite: (format: TableFormat, whole: boolean) => void;
  onCopy: () => void;
}

const FORMATS = [
  { format: 'xlsx', name: 'Excel', Icon: IconTable },
  { format: 'csv', name: 'CSV', Icon: IconFileTypeCsv },
] as const;

export function ExportMenu({ place, matched, onWrite, onCopy }: Props) {
  return (
    <ButtonMenu place={place} position="bottom-end" shadow="md">
      <Menu.Dropdown>
        {FORMATS.map(({ format, name, Icon }) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={16} aria-hidden />}
            disabled={matched === 0}
            onClick={() => onWrite(format, false)}
          >
            {name} as shown ({formatCount(matched, 'row')})
          </Menu.Item>
        ))}
        {FORMATS.map(({ format, name, Icon }) => (
          <Menu.Item key={format} leftSection={<Icon size={16} aria-hidden />} onClick={() => onWrite(format, true)}>
            {name} of all rows and fields
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} disabled={matched === 0} onClick={onCopy}>
          Copy the rows
        </Menu.Item>
      </Menu.Dropdown>
    </ButtonMenu>
  );
}
