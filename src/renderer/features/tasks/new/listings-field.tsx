/** The field for the listings of a task: all loaded listings, or some that a person finds and chooses. */
import { Input, MultiSelect, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { ask } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { IconBuildingCommunity } from '../../../ui/icons.ts';
import styles from '../tasks.module.css';
import type { ChosenListing, TaskForm } from './task-form.ts';

const SEARCH_DEBOUNCE_MS = 150;
const MAX_FOUND = 30;

export function ListingsField({
  connectionId,
  scope,
  listingCount,
  listings,
  error,
  onChange,
}: {
  connectionId: string;
  scope: TaskForm['listingScope'];
  /** How many listings the plan has when all are chosen; undefined when unknown. */
  listingCount: number | undefined;
  listings: readonly ChosenListing[];
  error: string | undefined;
  onChange: (changes: Partial<TaskForm>) => void;
}) {
  const noun = useListingNoun();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const found = useQuery({
    ...ask('listings', 'rows', { connectionId, search, sort: [], columns: [], offset: 0, limit: MAX_FOUND }),
    placeholderData: keepPreviousData,
  });
  const loaded = found.data?.total ?? 0;
  const titles = new Map([
    ...(found.data?.rows ?? []).map(({ id, title }) => [id, title] as const),
    ...listings.map(({ id, title }) => [id, title] as const),
  ]);
  return (
    <div className={styles.listings}>
      <div className={styles.which}>
        <Input.Label labelElement="div" id="task-listings">
          {noun.many.replace(/^./, (letter) => letter.toUpperCase())}
        </Input.Label>
        <SegmentedControl
          aria-labelledby="task-listings"
          data={[
            {
              value: 'all',
              // The number from the plan does not count unlisted listings.
              label: listingCount === undefined ? `All loaded ${noun.many}` : `All ${noun.count(listingCount)}`,
            },
            { value: 'some', label: 'Some' },
          ]}
          value={scope}
          onChange={(value) => onChange({ listingScope: value === 'some' ? 'some' : 'all' })}
        />
      </div>
      {found.data && loaded === 0 ? (
        <p className={styles.hint}>
          No {noun.many} are loaded yet.{' '}
          <PageLink to="/listings" inherit underline="always">
            Load them first
          </PageLink>
        </p>
      ) : null}
      {scope === 'some' ? (
        <MultiSelect
          label={`Chosen ${noun.many}`}
          placeholder={listings.length === 0 ? `Search ${noun.many}` : undefined}
          leftSection={<IconBuildingCommunity size={16} aria-hidden />}
          withAsterisk
          searchable
          clearable
          hidePickedOptions
          clearButtonProps={{ 'aria-label': 'Clear selection' }}
          nothingFoundMessage={`No matching ${noun.many}`}
          data={[...titles].map(([value, label]) => ({ value, label }))}
          filter={({ options }) => options}
          searchValue={typed}
          onSearchChange={setTyped}
          value={listings.map(({ id }) => id)}
          onChange={(ids) => onChange({ listings: ids.map((id) => ({ id, title: titles.get(id) ?? id })) })}
          error={error}
          // The list of choices opens below the field and would cover the error.
          inputWrapperOrder={['label', 'error', 'input']}
          maxDropdownHeight={260}
        />
      ) : null}
    </div>
  );
}
