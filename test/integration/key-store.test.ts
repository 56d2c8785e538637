/** A key store that waits for a person, refuses, or is unlocked later: the console opens without it and says how each record is really kept. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { abortable } from '../../src/main/http/abort.ts';
import type { Fetch } from '../../src/main/platform/ports.ts';
import { FakeCipher } from '../support/fake-cipher.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

/** Answers nothing until the test unlocks it, as a keyring does whose prompt is open. */
class WaitingCipher extends FakeCipher {
  asked = 0;
  readonly #unlocked = Promise.withResolvers<void>();

  unlock(): void {
    this.#unlocked.resolve();
  }
  override async protection() {
    this.asked += 1;
    await this.#unlocked.promise;
    return super.protection();
  }
  override async encrypt(text: string) {
    this.asked += 1;
    await this.#unlocked.promise;
    return super.encrypt(text);
  }
  override async decrypt(data: Uint8Array) {
    this.asked += 1;
    await this.#unlocked.promise;
    return super.decrypt(data);
  }
}

let folder: string;
let open: TestConsole[];

beforeEach(() => {
  folder = makeTempFolder();
  open = [];
});
afterEach(async () => {
  for (const one of open) await one.close();
  removeTempFolder(folder);
});

async function start(cipher: FakeCipher, apiFetch?: Fetch): Promise<TestConsole> {
  const one = await openTestConsole({ folder, cipher, ask: async () => true, ...(apiFetch ? { apiFetch } : {}) });
  open.push(one);
  return one;
}
async function stop(one: TestConsole): Promise<void> {
  open = open.filter((other) => other !== one);
  await one.close();
}

const ADDRESS = 'https://api.keyring.example';
const connect = ({ latchkey }: TestConsole) =>
  outputOf(
    latchkey.connections.create({
      name: 'Harbour',
      presetId: 'custom',
      addresses: { baseUrl: ADDRESS, authUrl: ADDRESS, bookingBaseUrl: ADDRESS, bookingAuthUrl: ADDRESS },
      openApi: { clientId: 'open-client', clientSecret: 'planted-open-secret' },
      applications: [
        { label: 'Site', bookingOption: 'both', clientId: 'site-client', clientSecret: 'planted-site-secret' },
      ],
    }),
  );
const adopt = ({ latchkey }: TestConsole, credentialId: string) =>
  outputOf(
    latchkey.tokens.adopt({
      credentialId,
      accessToken: `planted-adopted-token-${credentialId}`,
      issuedAt: Date.now(),
    }),
  );
const LISTINGS = () => Response.json({ results: [{ _id: 'l1', title: 'Quay' }], count: 1 });
/** A service that answers no calendar. */
const listingsOnly: Fetch = async ({ url, signal }) =>
  new URL(url).pathname.endsWith('/calendar') ? abortable(new Promise<Response>(() => {}), signal) : LISTINGS();
const protectionOf = async ({ latchkey }: TestConsole) => (await outputOf(latchkey.app.info(null))).protection;
const remember = ({ latchkey }: TestConsole) =>
  outputOf(
    latchkey.guests.remember({
      connectionId: 'sandbox',
      guest: { firstName: 'Ada', lastName: 'Example', email: 'ada@example.test', phone: '' },
      quoteIds: [],
    }),
  );

describe('a keyring that has not answered', () => {
  it('is not asked at the first start, nor for the sandbox and its tokens', async () => {
    const cipher = new WaitingCipher();
    const one = await start(cipher);
    const { info } = await outputOf(one.latchkey.app.opening({ connectionId: null }));
    expect(info.protection).toMatchObject({ level: 'unknown', personal: null });
    await outputOf(one.latchkey.listings.load({ connectionId: 'sandbox' }));
    await eventually(async () => {
      const { phase } = await outputOf(one.latchkey.listings.status({ connectionId: 'sandbox' }));
      return phase === 'done';
    });
    expect((await outputOf(one.latchkey.tokens.status({ connectionId: 'sandbox' }))).tokens[0]).toMatchObject({
      state: 'valid',
      storage: 'sandbox',
    });
    await stop(one);
    const again = await start(cipher);
    expect((await outputOf(again.latchkey.tokens.status({ connectionId: 'sandbox' }))).tokens[0]).toMatchObject({
      state: 'valid',
      generation: 1,
    });
    expect(cipher.asked).toBe(0);
  });

  it('delays no opening although a secret is stored with it, and its level is published when it answers', async () => {
    const before = await start(new FakeCipher());
    const { id, openApi } = await connect(before);
    await adopt(before, openApi?.id ?? '');
    await remember(before);
    await stop(before);
    const cipher = new WaitingCipher();
    const one = await start(cipher);
    const opening = await outputOf(one.latchkey.app.opening({ connectionId: id }));
    expect(opening.info.protection).toMatchObject({ level: 'checking', personal: 'encrypted' });
    expect(opening.connections.connections.find((connection) => connection.id === id)?.openApi?.secret).toBe(
      'encrypted',
    );
    const tokenOf = async () => (await outputOf(one.latchkey.tokens.status({ connectionId: id }))).tokens[0];
    expect((await tokenOf())?.reason).toContain('the key store of this computer has not answered yet');
    const levels: string[] = [];
    one.latchkey.app.onInfo(({ protection }) => levels.push(protection.level));
    cipher.unlock();
    await eventually(async () => levels.includes('protected'));
    await eventually(async () => (await tokenOf())?.state === 'valid');
    expect(await tokenOf()).toMatchObject({ storage: 'encrypted' });
  });

  it('stops nothing that its token, once it is read, serves: a task, the refresh of kept listings, a probe', async () => {
    const before = await start(new FakeCipher(), listingsOnly);
    const { id: connectionId, openApi, applications } = await connect(before);
    const applicationId = applications[0]?.id ?? '';
    await adopt(before, openApi?.id ?? '');
    await adopt(before, applicationId);
    await outputOf(before.latchkey.listings.load({ connectionId }));
    const loadedAt = async ({ latchkey }: TestConsole) =>
      (await outputOf(latchkey.listings.status({ connectionId }))).finishedAt;
    await eventually(async () => (await loadedAt(before)) !== null);
    await eventually(async () => (await outputOf(before.latchkey.listings.kept(null))).lists.length > 0);
    const keptAt = await loadedAt(before);
    const spec = { kind: 'calendars' as const, from: '2027-05-01', until: '2027-05-02', listingIds: ['l1'] };
    await outputOf(before.latchkey.tasks.create({ connectionId, applicationId, spec }));
    await stop(before);

    const sent: string[] = [];
    const cipher = new WaitingCipher();
    const one = await start(cipher, async ({ url }) => {
      const { pathname } = new URL(url);
      sent.push(pathname);
      return pathname.endsWith('/calendar')
        ? Response.json([{ date: '2027-05-01', status: 'available', price: 100 }])
        : LISTINGS();
    });
    const taskOf = async () => (await outputOf(one.latchkey.tasks.list({ connectionId }))).tasks[0];
    expect(await taskOf()).toMatchObject({ state: 'running', error: null });
    await eventually(async () => (await outputOf(one.latchkey.listings.status({ connectionId }))).phase === 'kept');
    const probe = one.latchkey.doctor.probeAccess({
      connectionId,
      credentialIds: [openApi?.id ?? ''],
      newTokens: [{ credentialId: openApi?.id ?? '', confirmLastSlot: true }],
    });
    // Main answers other questions meanwhile; a probe that does not wait would have sent its request.
    for (let trip = 0; trip < 20; trip += 1) await taskOf();
    expect(sent).toEqual([]);
    cipher.unlock();
    expect(await outputOf(probe)).toMatchObject({ tokens: 0, sent: 1 });
    await eventually(async () => (await taskOf())?.state === 'done');
    await eventually(async () => {
      const at = await loadedAt(one);
      return at !== null && at !== keptAt;
    });
    expect(sent.filter((path) => path.includes('token'))).toEqual([]);
  });
});

describe('the level of a record', () => {
  it('is that of its own ciphertext, whatever the machine can do now', async () => {
    const before = await start(new FakeCipher());
    const { id } = await connect(before);
    await stop(before);
    const locked = new FakeCipher('unprotected');
    locked.failDecrypt = true;
    const one = await start(locked);
    await eventually(async () => (await protectionOf(one)).level === 'unprotected');
    const { connections } = await outputOf(one.latchkey.connections.list(null));
    expect(connections.find((connection) => connection.id === id)?.openApi?.secret).toBe('encrypted');
  });

  it('changes when the keyring is unlocked later: what was in memory is stored', async () => {
    const cipher = new FakeCipher('unprotected');
    const one = await start(cipher);
    const { id, openApi } = await connect(one);
    await remember(one);
    expect(openApi?.secret).toBe('memory');
    expect(await protectionOf(one)).toMatchObject({ level: 'unprotected', personal: 'memory' });
    cipher.level = 'protected';
    expect(await outputOf(one.latchkey.app.checkProtection(null))).toMatchObject({ level: 'protected' });
    await eventually(async () => (await protectionOf(one)).personal === 'encrypted');
    const secret = async () => {
      const { connections } = await outputOf(one.latchkey.connections.list(null));
      return connections.find((connection) => connection.id === id)?.openApi?.secret;
    };
    await eventually(async () => (await secret()) === 'encrypted');
  });

  it('changes with the person’s choice to store all the same', async () => {
    const one = await start(new FakeCipher('unprotected'));
    await remember(one);
    await outputOf(one.latchkey.app.setPreferences({ storeUnprotected: true }));
    expect(await protectionOf(one)).toMatchObject({ level: 'unprotected', stores: true, personal: 'unprotected' });
    await stop(one);
    const again = await start(new FakeCipher('unprotected'));
    expect(await protectionOf(again)).toMatchObject({ personal: 'unprotected' });
    const { rows } = await outputOf(
      again.latchkey.guests.list({ connectionId: 'sandbox', search: '', offset: 0, limit: 5 }),
    );
    expect(rows).toHaveLength(1);
  });
});
