/** The pages of the console: titles, icons and position in the navigation. */
import { useLocation } from '@tanstack/react-router';
import type { Audience } from '../../shared/model/app.ts';
import { PAGE_SEARCH, type Page } from '../navigation/search.ts';
import { FIRST_PAGE } from '../text/first-page.ts';
import {
  IconArrowsExchange,
  IconBuildingCommunity,
  IconCalendarMonth,
  IconCalendarSearch,
  IconFlask,
  IconHelpCircle,
  IconLayoutDashboard,
  IconListCheck,
  IconNotebook,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconStethoscope,
  IconUsers,
} from '../ui/icons.ts';

export interface PageEntry {
  readonly page: Page;
  readonly title: string;
  readonly Icon: typeof IconFlask;
  /** The part of the navigation that has the page's entry. For managers, the entries of `support` are in a group of their own. */
  readonly place: 'work' | 'support' | 'foot';
}

export const PAGES: readonly PageEntry[] = [
  { page: 'overview', title: FIRST_PAGE.support, Icon: IconLayoutDashboard, place: 'work' },
  { page: 'listings', title: 'Listings', Icon: IconBuildingCommunity, place: 'work' },
  { page: 'availability', title: 'Availability', Icon: IconCalendarSearch, place: 'work' },
  { page: 'calendars', title: 'Calendars', Icon: IconCalendarMonth, place: 'work' },
  { page: 'quotes', title: 'Quotes', Icon: IconReceipt2, place: 'work' },
  { page: 'guests', title: 'Guests', Icon: IconUsers, place: 'work' },
  { page: 'tasks', title: 'Tasks', Icon: IconListCheck, place: 'work' },
  { page: 'traffic', title: 'Traffic', Icon: IconArrowsExchange, place: 'support' },
  { page: 'doctor', title: 'Doctor', Icon: IconStethoscope, place: 'support' },
  { page: 'cases', title: 'Cases', Icon: IconNotebook, place: 'support' },
  { page: 'connections', title: 'Connections', Icon: IconPlugConnected, place: 'work' },
  { page: 'sandbox', title: 'Sandbox', Icon: IconFlask, place: 'support' },
  { page: 'settings', title: 'Settings', Icon: IconSettings, place: 'foot' },
  { page: 'help', title: 'Help', Icon: IconHelpCircle, place: 'foot' },
];

/** The pages without a navigation entry, with the page whose entry is marked instead. */
const PARENTS: Readonly<Partial<Record<Page, Page>>> = {
  matrix: 'availability',
  token: 'overview',
  'offers/new': 'quotes',
  service: 'doctor',
};

export const titleOf = ({ page, title }: PageEntry, audience: Audience): string =>
  page === 'overview' ? FIRST_PAGE[audience] : title;

const isPage = (name: string): name is Page => Object.hasOwn(PAGE_SEARCH, name);

function pageOf({ pathname }: { readonly pathname: string }): Page {
  const name = pathname.slice(1);
  return isPage(name) ? name : 'overview';
}

export const usePage = (): Page => useLocation({ select: pageOf });

/** Whether the navigation marks the page as the current one. */
export const useIsMarked = (page: Page): boolean =>
  useLocation({ select: (location) => navigationPageOf(pageOf(location)) === page });

export const navigationPageOf = (page: Page): Page => PARENTS[page] ?? page;
