/** Counts the clicks of a person in the page. */
import type { Page } from '@playwright/test';

type Counted = { clicks?: number };

/** Begins at 0. */
export const countClicks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = window as unknown as Counted;
    const isNew = counted.clicks === undefined;
    counted.clicks = 0;
    if (!isNew) return;
    // A key that presses a button is a click without a detail.
    document.addEventListener(
      'click',
      ({ detail }) => (counted.clicks = (counted.clicks ?? 0) + Math.min(1, detail)),
      true,
    );
  });

export const clicksSoFar = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Counted).clicks ?? 0);
