/** The pages of the console: titles, icons and position in the navigation. */
import { useLocation } from '@tanstack/react-router';
import { PAGE_SEARCH, type Page } from '../navigation/search.ts';
import {
  IconArrowsExchange,
  IconBuildingCommunity,
  IconCalendarSearch,
  IconFlask,
  IconLayoutDashboard,
  IconListCheck,
  IconNotebook,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconStethoscope,
} from '../ui/icons.ts';

export interface PageEntry {
  readonly page: Page;
  readonly title: string;
  readonly about: string;
  readonly Icon: typeof IconFlask;
  /** The part of the navigation that has the page's entry. For managers, the entries of `support` are in a group of their own. */
  readonly place: 'work' | 'support' | 'foot';
}

export const PAGES: readonly PageEntry[] = [
  { page: 'overview', title: 'Overview', about: 'What needs attention', Icon: IconLayoutDashboard, place: 'work' },
  {
    page: 'listings',
    title: 'Listings',
    about: 'Listings of the Open API',
    Icon: IconBuildingCommunity,
    place: 'work',
  },
  {
    page: 'availability',
    title: 'Availability',
    about: 'What is free, and at which price',
    Icon: IconCalendarSearch,
    place: 'work',
  },
  { page: 'quotes', title: 'Quotes', about: 'Quotes and reservations', Icon: IconReceipt2, place: 'work' },
  {
    page: 'tasks',
    title: 'Tasks',
    about: 'Free days and prices of many properties',
    Icon: IconListCheck,
    place: 'work',
  },
  {
    page: 'traffic',
    title: 'Traffic',
    about: 'Every request and response',
    Icon: IconArrowsExchange,
    place: 'support',
  },
  { page: 'doctor', title: 'Doctor', about: 'Diagnosis of refused requests', Icon: IconStethoscope, place: 'support' },
  { page: 'cases', title: 'Cases', about: 'Diagnoses with notes', Icon: IconNotebook, place: 'support' },
  {
    page: 'connections',
    title: 'Connections',
    about: 'Accounts and credentials',
    Icon: IconPlugConnected,
    place: 'work',
  },
  { page: 'sandbox', title: 'Sandbox', about: 'Control the embedded service', Icon: IconFlask, place: 'support' },
  {
    page: 'settings',
    title: 'Settings',
    about: 'Appearance, privacy, network, data and updates',
    Icon: IconSettings,
    place: 'foot',
  },
];

/** The pages without a navigation entry, with the page whose entry is marked instead. */
const PARENTS: Readonly<Partial<Record<Page, Page>>> = {
  matrix: 'availability',
  token: 'overview',
  'offers/new': 'quotes',
  service: 'doctor',
};

const isPage = (name: string): name is Page => Object.hasOwn(PAGE_SEARCH, name);

export function usePage(): Page {
  const name = useLocation({ select: ({ pathname }) => pathname.slice(1) });
  return isPage(name) ? name : 'overview';
}

export const navigationPageOf = (page: Page): Page => PARENTS[page] ?? page;
