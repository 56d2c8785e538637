/** The menu of saved views. */
import { ActionIcon, Button, Group, Popover, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_CHARACTERS } from '../../../../shared/input/max-input.ts';
import type { ListingView } from '../../../../shared/model/listing-view.ts';
import { ButtonPopover } from '../../../ui/button-popover.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import type { PopoverPlace } from '../../../ui/use-popover-button.ts';
import classes from './column-menu.module.css';

interface Props {
  place: PopoverPlace;
  saved: readonly ListingView[];
  onApply: (name: string) => void;
  onSave: (name: string) => void;
  onRemove: (name: string) => void;
}

export function ViewMenu({ place, saved, onApply, onSave, onRemove }: Props) {
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <ButtonPopover place={place} width={300} position="bottom-end" trapFocus returnFocus shadow="md">
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
                place.onChange(false);
              }}
            >
              {view.name}
            </Button>
            <ActionIcon size="sm" aria-label={`Delete the view ${view.name}`} onClick={() => onRemove(view.name)}>
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
              maxLength={MAX_CHARACTERS.label}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </ButtonPopover>
  );
}
