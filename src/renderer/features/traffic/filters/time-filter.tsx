/** The filter by time: a recent span, a day, or a range. */

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { upperFirst } from '../../../../shared/text/first-letter.ts';
import { nowOn } from '../../../ipc/current.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { InstantInput } from '../../../ui/instant-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { rangeText } from '../timeline/timeline-window.ts';
import styles from '../traffic.module.css';
import { dayOf, parseInputValue, SPANS, type TimeRange, type TrafficFilters, toInputValue } from './traffic-filters.ts';

type Params = SearchOf<'traffic'>;
const asParams = ({ from, until }: TimeRange): Params => ({ span: undefined, from, until });

interface TimeFilterProps {
  connectionId: string;
  filters: TrafficFilters;
  onChange: (changes: Params) => void;
}

export function TimeFilter({ connectionId, filters, onChange }: TimeFilterProps) {
  const client = useQueryClient();
  const [dialogOpen, setDialogOpen] = useState(false);
  const now = nowOn(client, connectionId);
  const choose = (choice: string) => {
    if (choice === 'between') setDialogOpen(true);
    else if (choice === 'today') onChange(asParams(dayOf(nowOn(client, connectionId))));
    else if (choice === 'yesterday') onChange(asParams(dayOf(nowOn(client, connectionId), 1)));
    else if (choice !== 'range')
      onChange({ span: SPANS.find(({ id }) => id === choice)?.id, from: undefined, until: undefined });
  };
  return (
    <>
      <Select
        className={styles.time}
        aria-label="Time"
        data={[
          ...(filters.range ? [{ value: 'range', label: upperFirst(rangeText(filters.range, now)) }] : []),
          { value: '', label: 'All times' },
          ...SPANS.map(({ id, label }) => ({ value: id as string, label })),
          { value: 'today', label: 'Today' },
          { value: 'yesterday', label: 'Yesterday' },
          { value: 'between', label: 'Custom range …' },
        ]}
        value={filters.range ? 'range' : (filters.span ?? '')}
        title={filters.range ? rangeText(filters.range, now) : undefined}
        allowDeselect={false}
        maxDropdownHeight={360}
        comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
        onChange={(choice) => choose(choice ?? '')}
      />
      {dialogOpen ? (
        <RangeDialog
          initial={filters.range ?? { from: dayOf(now).from, until: Math.ceil(now / 60_000) * 60_000 }}
          onChoose={(range) => onChange(asParams(range))}
          onClose={() => setDialogOpen(false)}
        />
      ) : null}
    </>
  );
}

interface RangeDialogProps {
  initial: TimeRange;
  onChoose: (range: TimeRange) => void;
  onClose: () => void;
}

function RangeDialog({ initial, onChoose, onClose }: RangeDialogProps) {
  const [from, setFrom] = useState(() => toInputValue(initial.from));
  const [until, setUntil] = useState(() => toInputValue(initial.until));
  const [checked, setChecked] = useState(false);
  const [begins, ends] = [parseInputValue(from), parseInputValue(until)];
  const missing = 'Enter a date and a time.';
  const choose = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (begins === null || ends === null || begins >= ends) return;
    onChoose({ from: begins, until: ends });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Time range" size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={choose} noValidate>
        <Text size="sm" c="dimmed" mb="sm">
          The list, the timeline and the counts show the requests sent in this range, by the clock of this connection.
        </Text>
        <Stack gap="sm">
          <InstantInput
            withSeconds
            label="From"
            value={from}
            onChange={setFrom}
            error={checked && begins === null ? missing : null}
          />
          <InstantInput
            withSeconds
            label="Until"
            value={until}
            onChange={setUntil}
            error={
              checked
                ? ends === null
                  ? missing
                  : begins !== null && begins >= ends
                    ? 'Must be after “From”.'
                    : null
                : null
            }
          />
        </Stack>
        <Group justify="flex-end" mt="md">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit">
            Show
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
