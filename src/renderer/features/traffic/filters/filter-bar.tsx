/** The filters of the list of exchanges, which apply at once, and a button that resets them. */
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useCallbackRef, useDebouncedCallback } from '@mantine/hooks';
import { memo, useState } from 'react';
import { credentialsOf } from '../../../../shared/connection/account.ts';
import { programOfTask, programTask } from '../../../../shared/model/program.ts';
import { operationName } from '../../../../shared/text/api-names.ts';
import { useAsk } from '../../../ipc/client.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatNumber } from '../../../text/format.ts';
import { IconFilterOff } from '../../../ui/icons.ts';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { TYPING_PAUSE_MS } from '../../../ui/typing-pause.ts';
import styles from '../traffic.module.css';
import { TimeFilter } from './time-filter.tsx';
import { isFiltered, NO_FILTERS, type TrafficFilters } from './traffic-filters.ts';

type Params = SearchOf<'traffic'>;
type FacetCounts = readonly { name: string; count: number }[];

const NO_FACETS: FacetCounts = [];

interface Props {
  connectionId: string;
  filters: TrafficFilters;
  onChange: (changes: Params) => void;
}

/** The filters of the page. Memoised, because opening an exchange renders the page again. */
export const FilterBar = memo(function FilterBar({ connectionId, filters, onChange }: Props) {
  const [text, setText] = useDebouncedText(filters.search, (search) => onChange({ search }));
  // The handler stays the same, so that a letter typed into the search does not render the other filters.
  const change = useCallbackRef(onChange);
  const facets = useAsk('traffic', 'facets', { connectionId }).data;
  const tasks = useAsk('tasks', 'list', { connectionId }).data?.tasks ?? [];
  const programs = (useAsk('programs', 'list', null).data?.programs ?? []).filter(
    (one) => one.connectionId === connectionId,
  );
  const programId = filters.taskId === null ? null : programOfTask(filters.taskId);
  const connections = useAsk('connections', 'list', null).data?.connections;
  const connection = connections?.find(({ id }) => id === connectionId);
  const credentials = connection ? credentialsOf(connection) : [];
  return (
    <search className={styles.bar} aria-label="Filter exchanges">
      <SearchInput
        className={styles.search}
        label="Filter by text"
        aria-description="Finds words in addresses, headers, bodies and request ids."
        title="Finds words in addresses, headers, bodies and request ids"
        placeholder="Search addresses, headers, bodies"
        maxLength={500}
        value={text}
        onChange={setText}
      />
      <Facet
        label="Operation"
        placeholder="Any operation"
        value={filters.operation}
        facets={facets?.operations ?? NO_FACETS}
        nameOf={operationName}
        field="operation"
        onChange={change}
      />
      <Facet
        label="Host"
        placeholder="Any host"
        value={filters.host}
        facets={facets?.hosts ?? NO_FACETS}
        field="host"
        onChange={change}
      />
      {(facets?.credentials.length ?? 0) > 1 || filters.credentialId !== null ? (
        <Facet
          label="Application"
          placeholder="Any application"
          value={filters.credentialId}
          facets={facets?.credentials ?? NO_FACETS}
          nameOf={(id) => credentials.find((credential) => credential.id === id)?.label ?? 'A removed application'}
          field="credentialId"
          onChange={change}
        />
      ) : null}
      {tasks.length > 0 || (filters.taskId !== null && programId === null) ? (
        <Facet
          label="Bulk task"
          placeholder="Any task"
          value={programId === null ? filters.taskId : null}
          facets={tasks.map(({ id, requests }) => ({ name: id, count: requests }))}
          nameOf={(id) => tasks.find((task) => task.id === id)?.title ?? 'A bulk task'}
          field="taskId"
          onChange={change}
        />
      ) : null}
      {programs.length > 0 || programId !== null ? (
        <Facet
          label="Program"
          placeholder="Any program"
          value={programId === null ? null : filters.taskId}
          facets={programs.map(({ id, usedToday }) => ({ name: programTask(id), count: usedToday }))}
          nameOf={(task) => programs.find(({ id }) => programTask(id) === task)?.name ?? 'A revoked program'}
          field="taskId"
          onChange={change}
        />
      ) : null}
      <TimeFilter connectionId={connectionId} filters={filters} onChange={change} />
      <Tooltip label="Reset the filters">
        <ActionIcon
          size={36}
          variant="default"
          aria-label="Reset the filters"
          disabled={!isFiltered(filters)}
          onClick={() => onChange(NO_FILTERS)}
        >
          <IconFilterOff size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </search>
  );
});

const Facet = memo(function Facet({
  field,
  label,
  placeholder,
  value,
  facets,
  nameOf = (name) => name,
  onChange,
}: {
  field: 'operation' | 'host' | 'credentialId' | 'taskId';
  label: string;
  placeholder: string;
  value: string | null;
  facets: FacetCounts;
  nameOf?: (name: string) => string;
  onChange: (changes: Params) => void;
}) {
  const counts = new Map(facets.map(({ name, count }) => [name, count]));
  const names = value !== null && !counts.has(value) ? [value, ...counts.keys()] : [...counts.keys()];
  return (
    <Select
      className={styles.facet}
      aria-label={label}
      placeholder={placeholder}
      data={names.map((name) => ({ value: name, label: nameOf(name) }))}
      value={value}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      nothingFoundMessage="Nothing recorded"
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      renderOption={({ option }) => (
        <Group justify="space-between" gap="lg" wrap="nowrap" w="100%">
          <span>{option.label}</span>
          <span className={`${styles.dim} lk-num`}>{formatNumber(counts.get(option.value) ?? 0)}</span>
        </Group>
      )}
      onChange={(chosen) => onChange({ [field]: chosen ?? '' })}
    />
  );
});

interface TypedText {
  readonly text: string;
  readonly lastApplied: string;
  /** The texts that were passed to `apply` and are not in `applied` yet, in order. */
  readonly pending: readonly string[];
}

/** A text that is applied shortly after a person types it. A change from elsewhere, such as a link or a reset, replaces the typed text. */
function useDebouncedText(applied: string, apply: (text: string) => void) {
  const [state, setState] = useState<TypedText>({ text: applied, lastApplied: applied, pending: [] });
  if (applied !== state.lastApplied) {
    const at = state.pending.indexOf(applied);
    setState({
      text: at === -1 ? applied : state.text,
      lastApplied: applied,
      pending: at === -1 ? [] : state.pending.slice(at + 1),
    });
  }
  const applyLater = useDebouncedCallback((text: string) => {
    const wanted = text.trim();
    if (wanted === (state.pending.at(-1) ?? applied)) return;
    setState((known) => ({ ...known, pending: [...known.pending, wanted] }));
    apply(wanted);
  }, TYPING_PAUSE_MS);
  const setText = (text: string) => {
    setState((known) => ({ ...known, text }));
    applyLater(text);
  };
  return [state.text, setText] as const;
}
