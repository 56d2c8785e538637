import type { Audience } from '../../shared/model/app.ts';

/** The title of the first page. It stands apart from the other words because the first file of the window contains it. */
export const FIRST_PAGE: Readonly<Record<Audience, string>> = { managers: 'Today', support: 'Overview' };
