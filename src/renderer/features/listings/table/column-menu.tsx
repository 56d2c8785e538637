/** The menu of columns: the shown columns with their order and pins, and all other fields with their coverage. */
import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Column } from '../../../../shared/model/field.ts';
import type { ShownColumn } from '../../../../shared/model/listing-view.ts';
import { useAudience } from '../../../ipc/current.ts';
import { formatCount } from '../../../text/format.ts';
import { ButtonPopover } from '../../../ui/button-popover.tsx';
import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled, IconSearch } from '../../../ui/icons.ts';
import type { PopoverPlace } from '../../../ui/use-popover-button.ts';
import { moved } from './column-choice.ts';
import classes from './column-menu.module.css';

interface ColumnMenuProps {
  place: PopoverPlace;
  /** All fields of the loaded records. */
  columns: readonly Column[];
  shown: readonly ShownColumn[];
  /** Chooses columns; null chooses the suggested ones. */
  onChoose: (columns: ShownColumn[] | null) => void;
}

export function ColumnMenu({ place, columns, shown, onChoose }: ColumnMenuProps) {
  const [filter, setFilter] = useState('');
  const text = filter.trim().toLowerCase();
  const places = new Map(shown.map(({ path }, index) => [path, index]));
  const placeOf = ({ path }: Column) => places.get(path) ?? shown.length;
  const listed = columns
    .filter((column) => `${column.title} ${column.path}`.toLowerCase().includes(text))
    .sort((one, other) => placeOf(one) - placeOf(other));
  const toggle = (path: string, wanted: boolean) =>
    onChoose(wanted ? [...shown, { path, width: null, pinned: false }] : shown.filter((other) => other.path !== path));
  return (
    <ButtonPopover place={place} width={380} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Dropdown p="xs" aria-label="Columns">
        <TextInput
          data-autofocus
          size="xs"
          aria-label="Find a field"
          placeholder="Find a field"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={320} mt="xs" type="auto" offsetScrollbars>
          {listed.map((column) => {
            const index = places.get(column.path);
            return (
              <Field
                key={column.path}
                column={column}
                shown={index === undefined ? undefined : shown[index]}
                isFirst={index === 0}
                isLast={index === shown.length - 1}
                onToggle={(wanted) => toggle(column.path, wanted)}
                onMove={(by) => onChoose(moved(shown, column.path, by))}
                onPin={(pinned) =>
                  onChoose(shown.map((other) => (other.path === column.path ? { ...other, pinned } : other)))
                }
              />
            );
          })}
          {listed.length === 0 ? (
            <Text size="sm" c="dimmed" p="xs">
              No matching fields.
            </Text>
          ) : null}
        </ScrollArea.Autosize>
        <Group justify="space-between" mt="xs" px={4}>
          <Text size="xs" c="dimmed">
            {formatCount(shown.length, 'column')} of {formatCount(columns.length, 'field')}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => onChoose(null)}>
            Suggested columns
          </Button>
        </Group>
      </Popover.Dropdown>
    </ButtonPopover>
  );
}

const MOVES = [
  { name: 'up', step: -1, keys: 'Alt+ArrowUp', Icon: IconArrowUp },
  { name: 'down', step: 1, keys: 'Alt+ArrowDown', Icon: IconArrowDown },
] as const;

interface FieldProps {
  column: Column;
  /** The column of the field; undefined for a field that is not shown. */
  shown: ShownColumn | undefined;
  isFirst: boolean;
  isLast: boolean;
  onToggle: (wanted: boolean) => void;
  onMove: (by: number) => void;
  onPin: (pinned: boolean) => void;
}

function Field({ column, shown, isFirst, isLast, onToggle, onMove, onPin }: FieldProps) {
  const { path, title, coverage } = column;
  const audience = useAudience();
  const share = coverage < 0.995 ? `in ${Math.max(1, Math.round(coverage * 100))} %` : '';
  const about = [audience === 'support' ? path : '', share].filter(Boolean).join(' · ');
  const Pin = shown?.pinned ? IconPinFilled : IconPin;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0 || !shown) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Alt with an arrow key works on any control of the row
    <div className={classes.field} onKeyDown={onKeyDown}>
      <Checkbox
        size="xs"
        checked={shown !== undefined}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        label={
          <span className={classes.label}>
            <span>{title}</span>
            {about === '' ? null : <span className={classes.about}>{about}</span>}
          </span>
        }
      />
      {shown ? (
        <span className={classes.actions}>
          <ActionIcon
            size="sm"
            aria-label={`Keep ${title} in view`}
            aria-pressed={shown.pinned}
            onClick={() => onPin(!shown.pinned)}
          >
            <Pin size={14} aria-hidden />
          </ActionIcon>
          {MOVES.map(({ name, step, keys, Icon }) => (
            <ActionIcon
              key={name}
              size="sm"
              aria-label={`Move ${title} ${name}`}
              aria-keyshortcuts={keys}
              disabled={step < 0 ? isFirst : isLast}
              onClick={() => onMove(step)}
            >
              <Icon size={14} aria-hidden />
            </ActionIcon>
          ))}
        </span>
      ) : null}
    </div>
  );
}
