/** How features go to each other without knowing each other: page names with plain text parameters. The shell provides the way. */
import { createContext, useCallback, useContext } from 'react';

/** The pages and the parameters each understands; all of them optional text. */
export interface Destinations {
  overview: Record<never, string>;
  token: { id?: string };
  listings: { id?: string; search?: string };
  availability: {
    checkIn?: string;
    checkOut?: string;
    guests?: string;
    adults?: string;
    children?: string;
    location?: string;
  };
  quotes: {
    id?: string;
    listingId?: string;
    checkIn?: string;
    checkOut?: string;
    guests?: string;
    adults?: string;
    children?: string;
    applicationId?: string;
  };
  /** `outcome`: outcome classes, by commas. `span`: 5m, 1h, 24h or 7d. `from` and `until`: epoch ms on the connection's clock. */
  traffic: {
    id?: string;
    search?: string;
    outcome?: string;
    operation?: string;
    host?: string;
    taskId?: string;
    span?: string;
    from?: string;
    until?: string;
  };
  tasks: { id?: string; new?: string };
  doctor: { exchangeId?: string };
  connections: { id?: string; new?: string; credentialId?: string; tab?: string };
  sandbox: Record<never, string>;
  /** `section`: the part that is brought into view: journal. */
  settings: { section?: string };
}
export type Page = keyof Destinations;
export type Search = Readonly<Record<string, string>>;

/** What the shell provides: where the window is, and a way to go elsewhere. */
export interface Navigation {
  readonly page: Page;
  readonly search: Search;
  readonly go: (page: Page, search: Search, options: { replace: boolean }) => void;
}

export const NavigationContext = createContext<Navigation | null>(null);

function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('there is no NavigationContext around this component');
  return navigation;
}

/** Text parameters without the ones that are empty or not given. */
export function cleanSearch(search: Record<string, string | undefined>): Search {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(entries);
}

/** The address of a page inside the window ("#/traffic?id=…"), for links. */
export function hrefOf<P extends Page>(page: P, search?: Destinations[P]): string {
  const query = new URLSearchParams(cleanSearch(search ?? {})).toString();
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a page: `const go = useGo(); go('quotes', { listingId, checkIn, checkOut })`. */
export function useGo() {
  const { go } = useNavigation();
  return useCallback(
    <P extends Page>(page: P, search?: Destinations[P], options?: { replace?: boolean }) =>
      go(page, cleanSearch(search ?? {}), { replace: options?.replace ?? false }),
    [go],
  );
}

/** The page the window is on. */
export const usePage = (): Page => useNavigation().page;

/**
 * The parameters of this page, and a function that changes some of them (an empty or undefined one is removed). It replaces the
 * history entry unless `{ push: true }`: `const [params, setParams] = useSearchParams('listings')`.
 */
export function useSearchParams<P extends Page>(
  page: P,
): readonly [Destinations[P], (changes: Destinations[P], options?: { push?: boolean }) => void] {
  const { search, go } = useNavigation();
  const set = useCallback(
    (changes: Destinations[P], options?: { push?: boolean }) =>
      go(page, cleanSearch({ ...search, ...changes }), { replace: !options?.push }),
    [go, page, search],
  );
  return [search as Destinations[P], set] as const;
}
