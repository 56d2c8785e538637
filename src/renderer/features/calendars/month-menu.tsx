/** The menu with the months of the grid. */
import { Menu } from '@mantine/core';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { formatMonth } from '../../text/format.ts';
import { ButtonMenu } from '../../ui/button-popover.tsx';
import type { PopoverPlace } from '../../ui/use-popover-button.ts';

interface Props {
  place: PopoverPlace;
  months: readonly PlainDate[];
  onMonth: (month: PlainDate) => void;
}

export const MonthMenu = ({ place, months, onMonth }: Props) => (
  <ButtonMenu place={place} position="bottom-end" shadow="md">
    <Menu.Dropdown>
      {months.map((month) => (
        <Menu.Item key={month} onClick={() => onMonth(month)}>
          {formatMonth(month)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </ButtonMenu>
);
