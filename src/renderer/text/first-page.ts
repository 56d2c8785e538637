import type { Audience } from '../../shared/model/app.ts';

/** The title of the first page. It has a file of its own, because the window's first bundle contains it. */
export const FIRST_PAGE: Readonly<Record<Audience, string>> = { managers: 'Today', support: 'Overview' };
