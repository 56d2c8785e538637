import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf } from '../support/test-console.ts';

let folder: string;

beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

it('keeps the address and the certificate of the sandbox although the console was closed at once', async () => {
  const endpoint = async () => {
    const opened = await openTestConsole({ folder });
    const { origin, fingerprint } = await outputOf(opened.latchkey.sandbox.state(null));
    await opened.close();
    return { origin, fingerprint };
  };
  const first = await endpoint();
  expect(first.origin).toMatch(/^https:/);
  expect(await endpoint()).toEqual(first);
});
