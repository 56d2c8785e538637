/** Finds the field that holds the titles of listings: the first column sorts by it, and no other column repeats it. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Column } from '../../../../shared/model/field.ts';
import type { ListingRows } from '../../../../shared/model/listing.ts';
import { ask } from '../../../ipc/client.ts';

const SAMPLE_ROWS = 8;
const MAX_CANDIDATES = 40;

/** The path whose values equal the titles of all sampled rows; null without one. */
export function titlePathIn(paths: readonly string[], sample: ListingRows): string | null {
  if (sample.rows.length === 0) return null;
  const index = paths.findIndex((_, at) => sample.rows.every((row) => row.cells[at] === row.title));
  return paths[index] ?? null;
}

export function useTitlePath(connectionId: string, columns: readonly Column[]): string | null {
  const paths = useMemo(
    () =>
      columns
        .filter((column) => column.kind === 'text')
        .map((column) => column.path)
        .slice(0, MAX_CANDIDATES),
    [columns],
  );
  const sample = useQuery({
    ...ask('listings', 'rows', { connectionId, search: '', sort: null, columns: paths, offset: 0, limit: SAMPLE_ROWS }),
    enabled: paths.length > 0,
    select: (rows) => titlePathIn(paths, rows),
    placeholderData: (known) => known,
  });
  return sample.data ?? null;
}
