/** What axe finds on a screen, in both themes and sizes. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
];

/** Serious and critical violations of the screen as it is: "name, theme: rule at element: reason" each. */
export async function violations(page: Page, name: string): Promise<string[]> {
  const found = new Set<string>();
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    const colorScheme = index === 0 ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // Colours are only right once what fades has faded.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    );
    // The other mode opens a page of its own, which the console's window policy forbids.
    // What passes is not described element by element: that took a third of the time.
    const { violations: all } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] })
      .analyze();
    for (const { id, impact, nodes } of all) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const node of nodes)
        found.add(
          `${name}, ${colorScheme}: ${id} at ${node.target.join(' ')}: ${node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? ''}`,
        );
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return [...found];
}
