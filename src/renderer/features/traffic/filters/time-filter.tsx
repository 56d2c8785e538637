/** Which times the list shows: the last minutes and hours, a day, or from when until when. */
import { Button, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { nowOn } from '../../../ipc/use-clock-face.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { stretchText } from '../timeline/timeline-window.ts';
import styles from '../traffic.module.css';
import { dayOf, instantOf, typedOf } from './time-range.ts';
import { SPANS, type Stretch, type TrafficView } from './traffic-filters.ts';

type Params = SearchOf<'traffic'>;
const asParams = ({ from, until }: Stretch): Params => ({ span: undefined, from, until });
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function TimeChoice({
  connectionId,
  view,
  onChange,
}: {
  connectionId: string;
  view: TrafficView;
  onChange: (changes: Params) => void;
}) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const now = nowOn(client, connectionId);
  const choose = (choice: string) => {
    if (choice === 'between') setAsking(true);
    else if (choice === 'today') onChange(asParams(dayOf(nowOn(client, connectionId))));
    else if (choice === 'yesterday') onChange(asParams(dayOf(nowOn(client, connectionId), 1)));
    else if (choice !== 'stretch')
      onChange({ span: SPANS.find(({ id }) => id === choice)?.id, from: undefined, until: undefined });
  };
  return (
    <>
      <Select
        className={styles.time}
        aria-label="Time"
        data={[
          ...(view.stretch ? [{ value: 'stretch', label: capital(stretchText(view.stretch, now)) }] : []),
          { value: '', label: 'All times' },
          ...SPANS.map(({ id, label }) => ({ value: id as string, label })),
          { value: 'today', label: 'Today' },
          { value: 'yesterday', label: 'Yesterday' },
          { value: 'between', label: 'From … until …' },
        ]}
        value={view.stretch ? 'stretch' : (view.span ?? '')}
        title={view.stretch ? stretchText(view.stretch, now) : undefined}
        allowDeselect={false}
        maxDropdownHeight={360}
        comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
        onChange={(choice) => choose(choice ?? '')}
      />
      {asking ? (
        <Between
          first={view.stretch ?? { from: dayOf(now).from, until: Math.ceil(now / 60_000) * 60_000 }}
          onChoose={(stretch) => onChange(asParams(stretch))}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function Between({
  first,
  onChoose,
  onClose,
}: {
  first: Stretch;
  onChoose: (stretch: Stretch) => void;
  onClose: () => void;
}) {
  const [from, setFrom] = useState(() => typedOf(first.from));
  const [until, setUntil] = useState(() => typedOf(first.until));
  const [checked, setChecked] = useState(false);
  const [begins, ends] = [instantOf(from), instantOf(until)];
  const missing = 'Enter a day and a time.';
  const choose = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (begins === null || ends === null || begins >= ends) return;
    onChoose({ from: begins, until: ends });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="From when until when?"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={choose} noValidate>
        <Text size="sm" c="dimmed" mb="sm">
          The list, the timeline and the counts show what was sent in between, by the clock of this connection.
        </Text>
        <TextInput
          data-autofocus
          type="datetime-local"
          step={1}
          label="From"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          error={checked && begins === null ? missing : null}
        />
        <TextInput
          mt="sm"
          type="datetime-local"
          step={1}
          label="Until"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          error={
            checked
              ? ends === null
                ? missing
                : begins !== null && begins >= ends
                  ? 'This is not after “From”.'
                  : null
              : null
          }
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Show</Button>
        </Group>
      </form>
    </Modal>
  );
}
