/** The filter and the view of a connection's listings. Main stores the view; the text filter lasts until the window closes. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { ListingView } from '../../../../shared/model/listing-view.ts';
import { ask, useAct, useAsk } from '../../../ipc/client.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import { currentView } from './column-choice.ts';

/** The pause after which changes are stored, because a person changes widths and filters many times in a row. */
const STORE_AFTER_MS = 400;

interface Filter {
  readonly search: string;
  readonly changed: boolean;
}

export type ViewChange = Partial<Pick<ListingView, 'columns' | 'sort' | 'facets' | 'layout'>>;

/** Returns the filter and the view of the listings. `firstSearch`, from the page's address, replaces the remembered filter. */
export function useListingsView(connectionId: string, firstSearch: string | undefined) {
  const client = useQueryClient();
  const stored = useCallback(
    () => client.getQueryData(ask('app', 'preferences', null).queryKey)?.listingViews ?? [],
    [client],
  );
  const [filter, setFilter] = useRememberedState<Filter>(`listings.${connectionId}`, () => ({
    search: '',
    changed: false,
  }));
  const [linkedSearch, setLinkedSearch] = useState(firstSearch);
  const [views, setViews] = useRememberedState<ListingView[]>(`listings.views.${connectionId}`, () => {
    const ours = stored().filter((view) => view.connectionId === connectionId && view.name !== '');
    return [currentView(stored(), connectionId), ...ours];
  });
  const { mutate } = useAct('app', 'setPreferences');
  // The names of views that this window saved or deleted, until main's preferences show it.
  const saved = useRef(new Set<string>());
  const removed = useRef(new Set<string>());
  const { data: preferences } = useAsk('app', 'preferences', null);
  const listed = preferences?.listingViews;
  useEffect(() => {
    if (listed === undefined) return;
    const named = listed.filter((view) => view.connectionId === connectionId && view.name !== '');
    const names = new Set(named.map(({ name }) => name));
    for (const name of names) saved.current.delete(name);
    for (const name of removed.current) if (!names.has(name)) removed.current.delete(name);
    // Another window may have saved or deleted views.
    setViews((known) => {
      const kept = known.filter(({ name }) => name === '' || names.has(name) || saved.current.has(name));
      const others = named.filter(
        ({ name }) => !removed.current.has(name) && !known.some((view) => view.name === name),
      );
      return kept.length === known.length && others.length === 0 ? known : [...kept, ...others];
    });
  }, [listed, connectionId, setViews]);
  const store = useDebouncedCallback(
    (ours: ListingView[]) => {
      // Another window may have saved views of this connection in the meantime.
      const isOurs = ({ name }: ListingView) => name === '' || ours.some((view) => view.name === name);
      const others = stored().filter(
        (view) => view.connectionId !== connectionId || !(isOurs(view) || removed.current.has(view.name)),
      );
      mutate({ listingViews: [...ours, ...others].slice(0, MAX_ENTRIES.fields) });
    },
    { delay: STORE_AFTER_MS, flushOnUnmount: true },
  );
  const update = useCallback(
    (change: (known: ListingView[]) => ListingView[]) =>
      setViews((known) => {
        const next = change(known);
        store(next);
        return next;
      }),
    [setViews, store],
  );
  const [current, ...named] = views as [ListingView, ...ListingView[]];
  return {
    ...current,
    saved: named,
    search: linkedSearch ?? filter.search,
    changed: filter.changed,
    setSearch: (search: string) => {
      setLinkedSearch(undefined);
      setFilter((known) => ({ ...known, search }));
    },
    setChanged: (changed: boolean) => setFilter((known) => ({ ...known, changed })),
    change: useCallback(
      (change: ViewChange) => update(([known, ...others]) => [{ ...(known as ListingView), ...change }, ...others]),
      [update],
    ),
    save: (name: string) => {
      removed.current.delete(name);
      saved.current.add(name);
      update(([known, ...others]) => [
        known as ListingView,
        ...others.filter((view) => view.name !== name),
        { ...(known as ListingView), name },
      ]);
    },
    apply: useCallback(
      (name: string) =>
        update((known) => {
          const isWanted = (view: ListingView) => view.connectionId === connectionId && view.name === name;
          // Another window may have saved the view.
          const chosen = known.find(isWanted) ?? stored().find(isWanted);
          return chosen ? [{ ...chosen, name: '' }, ...known.slice(1)] : known;
        }),
      [update, stored, connectionId],
    ),
    /** Deletes a saved view, and returns a function that restores it. */
    remove: (name: string): (() => void) => {
      const index = views.findIndex((view) => view.name === name);
      const view = views[index];
      removed.current.add(name);
      saved.current.delete(name);
      update((known) => known.filter((view) => view.name !== name));
      return () => {
        removed.current.delete(name);
        saved.current.add(name);
        update((known) =>
          view === undefined || known.some((other) => other.name === name) ? known : known.toSpliced(index, 0, view),
        );
      };
    },
  };
}
