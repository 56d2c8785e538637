/** A field for the listing of a quote: a person types its id, or any text that finds a loaded listing. */

import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import { ask } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { LISTING_WORD } from '../../text/listing-word.ts';
import { IconBuildingCommunity } from '../../ui/icons.ts';
import { PictureFrame } from '../../ui/picture-frame.tsx';
import styles from './quotes.module.css';

const FIND_AFTER_MS = 150;
const MAX_FOUND = 8;
/** A blank keeps the line of the listing's name. Otherwise a button below would move while it is pressed, and lose the click. */
const NO_NAME_YET = '\u00a0';

export function ListingField({
  connectionId,
  value,
  error,
  notBookable,
  onChange,
}: {
  connectionId: string;
  value: string;
  error: string | undefined;
  /** The listings that are not bookable through the chosen application, by id. */
  notBookable: ReadonlyMap<string, unknown>;
  onChange: (listingId: string) => void;
}) {
  const id = value.trim();
  const [search] = useDebouncedValue(id, FIND_AFTER_MS);
  const found = useQuery({
    ...ask('listings', 'rows', { connectionId, search, sort: [], columns: [], offset: 0, limit: MAX_FOUND }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.rows ?? [];
  const known = useQuery({
    ...ask('listings', 'detail', { connectionId, listingId: search }),
    enabled: search !== '',
  });
  const chosen = known.data?.id === id ? known.data : undefined;
  return (
    <div className={styles.listing}>
      <Autocomplete
        className={styles.listingInput ?? ''}
        label={LISTING_WORD[useAudience()]}
        withAsterisk
        placeholder="Type a name to find it, or an ID"
        description={chosen ? `${chosen.title}${chosen.subtitle ? `, ${chosen.subtitle}` : ''}` : NO_NAME_YET}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        leftSection={<IconBuildingCommunity size={16} aria-hidden />}
        data={rows.map((row) => row.id)}
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const row = rows.find((candidate) => candidate.id === option.value);
          return (
            <span className={styles.option}>
              <PictureFrame src={row?.picture?.src ?? null} alt="" width={40} />
              <span className={styles.entryText}>
                <span className={styles.entryTitle}>{row?.title ?? option.value}</span>
                <span className="lk-mono">{option.value}</span>
                {notBookable.has(option.value) ? (
                  <span className={styles.optionNote}>could not be booked before</span>
                ) : null}
              </span>
            </span>
          );
        }}
        value={value}
        maxLength={MAX_CHARACTERS.serviceId}
        spellCheck={false}
        error={error}
        onChange={onChange}
      />
      <PictureFrame src={chosen?.pictures[0]?.src ?? null} alt="" width={80} />
    </div>
  );
}
