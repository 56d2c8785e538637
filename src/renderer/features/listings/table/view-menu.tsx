/** Saved views: columns, order, facets and layout under a name. */
import { ActionIcon, Button, Group, Popover, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ListingView } from '../../../../shared/model/listing-view.ts';
import classes from './column-menu.module.css';

const MAX_NAME = 60;

export function ViewMenu({
  saved,
  onApply,
  onSave,
  onRemove,
}: {
  saved: readonly ListingView[];
  onApply: (name: string) => void;
  onSave: (name: string) => void;
  onRemove: (name: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <Popover width={300} position="bottom-end" trapFocus returnFocus shadow="md" opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Views">
        {saved.length === 0 ? (
          <Text size="sm" c="dimmed" p={6}>
            A view keeps columns, order and filter under a name.
          </Text>
        ) : null}
        {saved.map((view) => (
          <div key={view.name} className={classes.field}>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                onApply(view.name);
                setOpened(false);
              }}
            >
              {view.name}
            </Button>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={`Delete the view ${view.name}`}
              onClick={() => onRemove(view.name)}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <form onSubmit={save}>
          <Group gap="xs" mt="xs" wrap="nowrap">
            <TextInput
              data-autofocus
              size="xs"
              flex={1}
              aria-label="Name of the view"
              placeholder="Name"
              maxLength={MAX_NAME}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" variant="default" disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
