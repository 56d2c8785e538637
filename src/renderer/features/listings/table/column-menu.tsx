/** The menu of columns: every field found, its coverage, and a reset to the suggested columns. */
import { Button, Checkbox, Group, Popover, ScrollArea, Text, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Column } from '../../../../shared/model/field.ts';
import { formatCount } from '../../../text/format.ts';
import classes from './column-menu.module.css';

export function ColumnMenu({
  columns,
  shown,
  onChoose,
}: {
  /** All fields. */
  columns: readonly Column[];
  shown: readonly string[];
  /** Called with null for the suggested columns. */
  onChoose: (paths: string[] | null) => void;
}) {
  const [filter, setFilter] = useState('');
  const text = filter.trim().toLowerCase();
  const listed = columns.filter((column) => `${column.title} ${column.path}`.toLowerCase().includes(text));
  const toggle = (path: string, wanted: boolean) =>
    onChoose(wanted ? [...shown, path] : shown.filter((other) => other !== path));
  return (
    <Popover width={340} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} disabled={columns.length === 0}>
          Columns
        </Button>
      </Popover.Target>
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
          {listed.map((column) => (
            <Checkbox
              key={column.path}
              className={classes.field ?? ''}
              size="xs"
              checked={shown.includes(column.path)}
              onChange={(event) => toggle(column.path, event.currentTarget.checked)}
              label={
                <span className={classes.label}>
                  <span>{column.title}</span>
                  <span className={classes.about}>
                    {column.path}
                    {column.coverage < 0.995 ? ` · in ${Math.max(1, Math.round(column.coverage * 100))} %` : ''}
                  </span>
                </span>
              }
            />
          ))}
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
    </Popover>
  );
}
