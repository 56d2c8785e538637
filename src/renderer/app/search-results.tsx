/** The results of the search box, in groups. */
import { Highlight, type ScrollAreaAutosizeProps, UnstyledButton } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

export interface SearchResult {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Further words by which the result is found. */
  readonly keywords?: string;
  readonly leftSection: ReactNode;
  readonly onClick: () => void;
}

export interface ResultGroup {
  readonly group: string;
  readonly actions: readonly SearchResult[];
}

const has = (text: string, query: string): boolean => text.toLowerCase().includes(query.trim().toLowerCase());

/** Leaves in each group the results that contain the text. */
export const matching = (groups: readonly ResultGroup[], query: string): ResultGroup[] =>
  groups.map(({ group, actions }) => ({
    group,
    actions: actions.filter(({ label, description, keywords }) =>
      has([label, description, keywords].join('\n'), query),
    ),
  }));

/** Leaves out empty groups. Moves results whose label contains the text to the top of their group, and their groups to the top. */
function bestFirst(groups: readonly ResultGroup[], query: string): ResultGroup[] {
  const rank = (result: SearchResult | undefined) => (result && has(result.label, query) ? 0 : 1);
  return groups
    .filter(({ actions }) => actions.length > 0)
    .map(({ group, actions }) => ({ group, actions: actions.toSorted((one, other) => rank(one) - rank(other)) }))
    .sort((one, other) => rank(one.actions[0]) - rank(other.actions[0]));
}

const SCROLLING: Pick<ScrollAreaAutosizeProps, 'viewportProps'> = {
  viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Results' },
};

export function SearchResults({ groups, query }: { groups: readonly ResultGroup[]; query: string }) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(query);
  useLayoutEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    // At a key, Mantine selects the first of the results that were drawn before.
    list.current?.querySelector('[data-selected]')?.removeAttribute('data-selected');
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [query]);
  const found = bestFirst(groups, query);
  if (found.length === 0) return <Spotlight.Empty>Nothing found</Spotlight.Empty>;
  return (
    <Spotlight.ActionsList ref={list} {...SCROLLING}>
      {found.map(({ group, actions }) => (
        <Spotlight.ActionsGroup key={group} label={group}>
          {actions.map((result) => (
            <Result key={result.id} {...result} query={query} />
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  );
}

const { classes } = Spotlight;

/** A result, in Mantine's style. Mantine's own component would be rendered three times at each key. */
function Result({
  label,
  description,
  leftSection,
  onClick,
  query,
}: Omit<SearchResult, 'keywords'> & { query: string }) {
  return (
    <UnstyledButton
      data-action
      className={classes.action}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        onClick();
        spotlight.close();
      }}
    >
      <span className={classes.actionSection} data-position="left" data-dimmed>
        {leftSection}
      </span>
      <span className={classes.actionBody}>
        <Highlight component="span" highlight={query} className={classes.actionLabel}>
          {label}
        </Highlight>
        <span className={classes.actionDescription}>{description}</span>
      </span>
    </UnstyledButton>
  );
}
