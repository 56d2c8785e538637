import { expect, it, vi } from 'vitest';
import { CompanyNetwork } from '../../../../src/main/app/company-network.ts';
import { type Challenge, NetworkWay } from '../../../../src/main/platform/network-way.ts';
import { Sealer } from '../../../../src/main/vault/sealer.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

const CHALLENGE: Challenge = { isProxy: true, scheme: 'basic', host: 'proxy.corp', port: 8080, realm: 'Corp' };
const PROXY = 'proxy.corp:8080';
const HOST = 'api.example';
const LOGIN = { proxy: PROXY, name: 'ada', password: 'x' };
const sealer = new Sealer(Buffer.alloc(32, 7));
const asks = async (way: NetworkWay, challenge: Partial<Challenge> = {}) => {
  const { answer, ended } = way.answering(HOST);
  const given = await answer({ ...CHALLENGE, ...challenge });
  ended(given !== null);
  return given;
};

function start(document = new MemoryDocument<string>(), key = { sealer: async () => sealer, kept: () => 'encrypted' }) {
  const way = new NetworkWay();
  const resolveProxy = vi.fn(async () => 'PROXY proxy.corp:8080; DIRECT');
  const connections = { snapshot: () => ({ connections: [connectionFixture()] }) };
  const deps = { way, resolveProxy, connections, key, document, log: new FakeLog() };
  return { way, document, resolveProxy, network: new CompanyNetwork(deps as never) };
}

it('keeps a password for the proxy that asks for it, sealed, across a restart, and forgets it', async () => {
  const { network, way, document } = start();
  await expect(network.signIn({ proxy: PROXY, name: 'ada', password: 'planted horse' })).rejects.toThrow();
  expect(await asks(way)).toBeNull();
  expect(network.state().closedProxy).toMatchObject({ proxy: 'proxy.corp:8080', state: 'asks' });
  const state = await network.signIn({ proxy: PROXY, name: 'ada', password: 'planted horse' });
  expect(state).toMatchObject({
    closedProxy: null,
    login: { proxy: 'proxy.corp:8080', name: 'ada', kept: 'encrypted' },
  });
  expect(JSON.stringify(state) + document.text).not.toContain('planted');
  const later = start(document);
  expect(await asks(later.way)).toBeNull();
  await later.network.restore();
  expect(await asks(later.way)).toMatchObject({ name: 'ada', password: 'planted horse' });
  expect((await later.network.signOut()).login).toBeNull();
  await start(document).network.restore();
  expect(await asks(later.way)).toBeNull();
});

it('keeps it in memory while the key store is locked, and says so', async () => {
  const { network, way, document } = start(undefined, {
    sealer: () => Promise.reject(new Error('locked')),
    kept: () => 'encrypted',
  });
  await asks(way);
  expect((await network.signIn({ proxy: PROXY, name: 'ada', password: 'x' })).login?.kept).toBe('memory');
  expect([(await asks(way))?.password, document.text]).toEqual(['x', null]);
});

it('keeps no password for another proxy than the one that the person saw', async () => {
  const { network, way, document } = start();
  await asks(way);
  await asks(way, { host: 'other.corp' });
  await expect(network.signIn({ proxy: PROXY, name: 'ada', password: 'x' })).rejects.toMatchObject({
    data: { code: 'invalidInput' },
  });
  expect([await asks(way, { host: 'other.corp' }), document.text]).toEqual([null, null]);
});

it('tries a new password although a request with the former one is refused', async () => {
  const { network, way } = start();
  await asks(way);
  await network.signIn({ proxy: PROXY, name: 'ada', password: 'former' });
  const { answer, ended } = way.answering(HOST);
  expect((await answer(CHALLENGE))?.password).toBe('former');
  await network.signIn({ proxy: PROXY, name: 'ada', password: 'new' });
  expect((await answer(CHALLENGE))?.password).toBe('new');
  ended(true);
  expect((await asks(way))?.password).toBe('new');
});

it('tries a password that the proxy no longer accepts once, by however many requests in flight', async () => {
  const { way } = start();
  way.setLogin(LOGIN);
  expect(await asks(way)).toEqual(LOGIN);
  const requests = Array.from({ length: 10 }, () => way.answering(HOST));
  const all = requests.map(async ({ answer, ended }) => {
    const given = [await answer(CHALLENGE)];
    if (given[0]) given.push(await answer(CHALLENGE));
    ended(false);
    return given;
  });
  const given = (await Promise.all(all)).flat();
  expect(given.filter((login) => login !== null)).toEqual([LOGIN]);
  expect(way.closedProxy?.state).toBe('refused');
});

it('lets requests that waited for a password go together once the proxy has accepted it', async () => {
  const { way } = start();
  way.setLogin(LOGIN);
  const [first, ...others] = Array.from({ length: 4 }, () => way.answering(HOST));
  await first?.answer(CHALLENGE);
  const waiting = others.map(({ answer }) => answer(CHALLENGE));
  first?.ended(true);
  expect(await Promise.all(waiting)).toEqual([LOGIN, LOGIN, LOGIN]);
});

it('lets the next request try a password when one that waited for it was cancelled', async () => {
  const { way } = start();
  way.setLogin(LOGIN);
  const [first, cancelled] = [way.answering(HOST), way.answering(HOST)];
  await first.answer(CHALLENGE);
  const waiting = cancelled.answer(CHALLENGE);
  cancelled.ended(false);
  first.ended(false);
  expect(await waiting).toBeNull();
  expect(await asks(way)).toEqual(LOGIN);
});

it('forgets a proxy that asked once a request to the same host passes without a password', async () => {
  const { network, way } = start();
  await asks(way);
  way.passed('other.example');
  expect(network.state().closedProxy).toMatchObject({ state: 'asks' });
  way.passed(HOST);
  expect(network.state().closedProxy).toBeNull();
  await asks(way, { scheme: 'ntlm' });
  const { ended } = way.answering(HOST);
  ended(true);
  expect(network.state().closedProxy).toBeNull();
});

it('answers no server and no other way than Basic', async () => {
  const { network, way } = start();
  await asks(way);
  await network.signIn({ proxy: PROXY, name: 'ada', password: 'x' });
  expect(await asks(way, { isProxy: false })).toBeNull();
  expect(way.closedProxy).toBeNull();
  expect(await asks(way, { scheme: 'ntlm' })).toBeNull();
  await expect(network.signIn({ proxy: PROXY, name: 'ada', password: 'x' })).rejects.toMatchObject({
    data: { code: 'invalidInput' },
  });
});

it('names the way to each host, and asks for one of each host', async () => {
  const { network, resolveProxy } = start();
  const routes = await network.routes();
  expect(new Set(routes.map(({ proxies }) => proxies))).toEqual(new Set(['PROXY proxy.corp:8080; DIRECT']));
  expect(resolveProxy).toHaveBeenCalledTimes(new Set(routes.map(({ host }) => host)).size);
});
