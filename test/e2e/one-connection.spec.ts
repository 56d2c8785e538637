/** One connection per client ID: a second one is refused with a way to the first, and a profile that has two says that they were merged. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { appReady, goTo } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.afterEach(async () => {
  await latchkey.close();
});

async function fillNew(name: string) {
  const { page } = latchkey;
  await latchkey.command('newConnection', page);
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByLabel('Client ID').first().fill('client-of-harbour');
  await dialog.getByLabel('Client secret').first().fill('a-secret-long-enough-for-it');
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  return dialog;
}

test('a second connection with a client ID leads to the first, and an old profile with two has one', async () => {
  latchkey = await launchLatchkey({ chosen: { audience: 'managers', welcomed: true } });
  const { page, dataDir } = latchkey;
  await appReady(page);
  await (await fillNew('Harbour')).waitFor({ state: 'hidden' });

  const dialog = await fillNew('Second');
  await expect(dialog.getByText('This Client ID already has a connection: “Harbour”.')).toBeVisible();
  await expectAccessible(page);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('button', { name: 'Open “Harbour” in another window' }).click(),
  ]);
  await appReady(opened);
  await expect(opened).toHaveTitle(/ – Harbour – Latchkey$/);
  await expect(dialog.getByLabel('Client secret').first()).toHaveValue('a-secret-long-enough-for-it');
  await latchkey.close();

  // What a version before this rule wrote.
  const file = join(dataDir, 'store', 'vault.json');
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  const vault = stored.document;
  const first = vault.connections.find((one: { name: string }) => one.name === 'Harbour');
  const openApi = { ...first.openApi, id: 'credential-of-the-second' };
  const second = { ...first, id: 'second', name: 'Second', openApi, createdAt: first.createdAt + 1 };
  const document = { ...vault, currentId: 'second', connections: [...vault.connections, second] };
  writeFileSync(file, JSON.stringify({ ...stored, document }));

  latchkey = await launchLatchkey({ dataDir });
  const notice = () => latchkey.page.getByText(/^“Second” had the same Client ID as “Harbour” and was merged into it,/);
  await expect(notice()).toBeVisible();
  await expect(latchkey.page).toHaveTitle(/ – Harbour – Latchkey$/);
  await goTo(latchkey.page, 'Connections');
  await expect(latchkey.page.getByRole('link', { name: /^Second/ })).toBeHidden();
  await latchkey.page.getByRole('alert').filter({ has: notice() }).getByRole('button').click();
  await expect(notice()).toBeHidden();
  await latchkey.close();

  latchkey = await launchLatchkey({ dataDir });
  await appReady(latchkey.page);
  await goTo(latchkey.page, 'Connections');
  await expect(latchkey.page.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  await expect(notice()).toBeHidden();
});
