/** The menu that writes the listings as CSV, as they are shown or in full, and that copies the rows. */
import { Menu } from '@mantine/core';
import { formatCount } from '../../../text/format.ts';
import { ButtonMenu } from '../../../ui/button-popover.tsx';
import { IconCopy, IconFileTypeCsv, IconTable } from '../../../ui/icons.ts';
import type { PopoverPlace } from '../../../ui/use-popover-button.ts';

interface Props {
  place: PopoverPlace;
  matched: number;
  /** With `whole`, writes all listings with all fields. */
  onWrite: (whole: boolean) => void;
  onCopy: () => void;
}

export function ExportMenu({ place, matched, onWrite, onCopy }: Props) {
  return (
    <ButtonMenu place={place} position="bottom-end" shadow="md">
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={16} aria-hidden />}
          disabled={matched === 0}
          onClick={() => onWrite(false)}
        >
          CSV as shown ({formatCount(matched, 'row')})
        </Menu.Item>
        <Menu.Item leftSection={<IconTable size={16} aria-hidden />} onClick={() => onWrite(true)}>
          CSV of all rows and fields
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} disabled={matched === 0} onClick={onCopy}>
          Copy the rows
        </Menu.Item>
      </Menu.Dropdown>
    </ButtonMenu>
  );
}
