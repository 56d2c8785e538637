/** The recent and the saved searches, each as a link to its page. A person can delete a search and undo that. */
import { ActionIcon } from '@mantine/core';
import type { SavedSearch } from '../../../shared/model/availability.ts';
import { offerUndo } from '../../actions/offer-undo.tsx';
import { call, useAct, useAsk } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { type SearchOf, stringifySearch } from '../../navigation/search.ts';
import { IconStar, IconStarFilled, IconX } from '../../ui/icons.ts';
import styles from './availability.module.css';
import { paramsOf, titleOf } from './stored-search.ts';

const MAX_RECENT = 6;

export const parametersOf = (params: SearchOf<'availability'>): string => stringifySearch(params).replace(/^\?/, '');
/** A star button that saves the search in the page's address, with its filters. */
export function KeepSearch({ connectionId, params }: { connectionId: string; params: SearchOf<'availability'> }) {
  const put = useAct('availability', 'putSearch');
  const parameters = parametersOf(params);
  const known = useAsk('availability', 'searches', { connectionId }).data?.searches ?? [];
  const isKept = known.some((search) => search.isKept && search.parameters === parameters);
  return (
    <ActionIcon
      size="sm"
      title={isKept ? 'Saved' : 'Save search'}
      aria-pressed={isKept}
      onClick={() => put.mutate({ connectionId, parameters, isKept: !isKept, at: null })}
    >
      {isKept ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
      <span className="lk-unseen">{isKept ? 'Saved' : 'Save search'}</span>
    </ActionIcon>
  );
}

export function Searches({ connectionId }: { connectionId: string }) {
  const searches = useAsk('availability', 'searches', { connectionId }).data?.searches ?? [];
  const remove = useAct('availability', 'removeSearch');
  const kept = searches.filter(({ isKept }) => isKept);
  const recent = searches.filter(({ isKept }) => !isKept).slice(0, MAX_RECENT);
  const removeWithUndo = (search: SavedSearch) =>
    remove.mutate(
      { connectionId, parameters: search.parameters },
      {
        onSuccess: () =>
          offerUndo(`search ${search.parameters}`, 'Search deleted', () =>
            call('availability', 'putSearch', { connectionId, ...search }),
          ),
      },
    );
  const list = (title: string, entries: readonly SavedSearch[]) =>
    entries.length === 0 ? null : (
      <section aria-label={title} className={styles.searches}>
        <h2 className={styles.searchesTitle}>{title}</h2>
        <ul>
          {entries.map((search) => (
            <li key={search.parameters}>
              <PageLink to="/availability" search={paramsOf(search)} size="sm">
                {titleOf(search)}
              </PageLink>
              <ActionIcon
                size="sm"
                aria-label={`Delete the search ${titleOf(search)}`}
                onClick={() => removeWithUndo(search)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      {list('Saved searches', kept)}
      {list('Recent searches', recent)}
    </>
  );
}
