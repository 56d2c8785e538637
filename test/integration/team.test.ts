/** Two consoles that share a connection over a real engine, set up as a person does: server file, check, invitation. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { JSON_SCHEMA, load as readYaml } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/shared/time/units.ts';
import { hasEngineServer, spawnEngine } from '../support/engine-server.ts';
import { freePorts } from '../support/free-ports.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

const SECRETS = ['planted-client', 'planted-secret', 'planted-token', 'Planted Ada', 'Planted Ben', 'Planted account'];

/** A service with one token endpoint: the newest token alone is accepted. */
class Service {
  issued = 0;
  readonly fetch = async (request: Request): Promise<Response> => {
    const json = (status: number, body: unknown) => Response.json(body, { status });
    if (new URL(request.url).pathname.endsWith('/token')) {
      this.issued += 1;
      const access_token = `planted-token-${this.issued}`;
      return json(200, { access_token, token_type: 'Bearer', expires_in: 86_400, scope: 'open-api' });
    }
    if (request.headers.get('authorization') !== `Bearer planted-token-${this.issued}`) return json(401, {});
    return json(200, { results: [], count: 0, limit: 100, skip: 0 });
  };
}

describe.skipIf(!hasEngineServer)('a team of two consoles', () => {
  const service = new Service();
  const folders = [0, 0, 0].map(() => makeTempFolder());
  const [forA = '', forB = '', forEngine = ''] = folders;
  const invitation = join(forA, 'invitation.json');
  let port = 0;
  let a: TestConsole;
  let b: TestConsole;
  let engine: ReturnType<typeof spawnEngine>;
  let connectionId = '';
  let seen = '';

  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    const options = { apiFetch: service.fetch, ask: async () => true };
    a = await openTestConsole({
      ...{ ...options, folder: forA },
      chooseFile: async ({ extension }) => (extension === 'yaml' ? join(forEngine, 'team.yaml') : invitation),
    });
    b = await openTestConsole({ ...options, folder: forB, openFile: async () => invitation });
    const address = 'https://service.test';
    const made = await outputOf(
      a.latchkey.connections.create({
        ...{ name: 'Planted account', presetId: 'guesty', applications: [] },
        addresses: { baseUrl: address, authUrl: `${address}/token`, bookingBaseUrl: '', bookingAuthUrl: '' },
        openApi: { clientId: 'planted-client', clientSecret: 'planted-secret' },
      }),
    );
    connectionId = made.id;
  });
  afterAll(async () => {
    for (const one of [a, b]) await one?.close();
    engine?.kill();
    for (const folder of folders) removeTempFolder(folder);
  });

  /** Writes the files that the saved file describes, as Docker Compose does, and starts the server with them. */
  async function startServer(): Promise<void> {
    const file = readYaml(readFileSync(join(forEngine, 'team.yaml'), 'utf8'), {
      schema: JSON_SCHEMA,
      maxDepth: 10,
    }) as {
      configs: Record<string, { content: string }>;
    };
    const names = { settings: 'settings', users: 'users.acl', certificate: 'server.crt', key: 'server.key' };
    for (const [config, name] of Object.entries(names)) {
      const watcher = config === 'users' ? 'user watcher on >of-test -@all +monitor\n' : '';
      const content = file.configs[config]?.content.replaceAll('/data', forEngine) ?? '';
      writeFileSync(join(forEngine, name), `${content}${watcher}`);
    }
    engine = spawnEngine([join(forEngine, 'settings'), '--bind', '127.0.0.1'], port);
    await engine.accepts;
  }

  /** Keeps every command that the server sees from now on. */
  function watch(): void {
    const socket = connect({ host: '127.0.0.1', port, ca: readFileSync(join(forEngine, 'server.crt')) });
    socket.on('data', (data) => {
      seen += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.write('AUTH watcher of-test\r\nMONITOR\r\n');
  }

  const stateOf = (one: TestConsole, id = connectionId) =>
    outputOf(one.latchkey.team.state({ connectionId: id })).then(({ team }) => team);
  const credentialOf = async (one: TestConsole, id: string) =>
    (await outputOf(one.latchkey.tokens.status({ connectionId: id }))).tokens[0]?.credentialId ?? '';
  const renew = async (one: TestConsole, id: string) =>
    one.latchkey.tokens.renew({ credentialId: await credentialOf(one, id), confirmLastSlot: true });

  it('is set up in three steps, and a check names what is wrong', async () => {
    expect(await stateOf(a)).toBeNull();
    const server = { kind: 'new' } as const;
    await outputOf(a.latchkey.team.share({ connectionId, person: 'Planted Ada', host: '127.0.0.1', port, server }));
    expect(await stateOf(a)).toMatchObject({ stage: 'setup', hasServerFile: true });
    const before = await outputOf(a.latchkey.team.check({ connectionId }));
    expect(before).toMatchObject({ isShared: false, findings: [{ id: 'network', verdict: 'wrong' }] });
    expect(before.findings[0]?.text).toBe(`Nothing listens at 127.0.0.1:${port}. Start the server, or check the port.`);
    await outputOf(a.latchkey.team.saveServer({ connectionId }));
    await startServer();
    watch();
    const { findings, isShared } = await outputOf(a.latchkey.team.check({ connectionId }));
    expect(findings.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
      ['network', 'tls', 'acl', 'version', 'eviction', 'persistence', 'clock'].map((id) => `${id} right`),
    );
    expect(isShared).toBe(true);
    expect(await stateOf(a)).toMatchObject({ stage: 'shared', invites: true, hasServerFile: false });
  });

  let ofB = '';
  it('invites a colleague by a file that works once', async () => {
    const limits = { openApi: { kind: 'custom' as const, rules: [{ windowMs: 1_000, limit: 5 }] } };
    await outputOf(a.latchkey.connections.update({ id: connectionId, limits }));
    const { words } = (await outputOf(a.latchkey.team.invite({ connectionId }))) ?? { words: '' };
    expect(words.split(' ')).toHaveLength(6);
    const join = (passphrase: string) => b.latchkey.team.join({ passphrase, person: 'Planted Ben' });
    const joined = await outputOf(join(words));
    expect(joined?.needsSecrets).toBe(true);
    ofB = joined?.connectionId ?? '';
    const used = await errorOf(join(words));
    expect(used).toMatchObject({ issues: [{ path: 'file', message: expect.stringContaining('used already') }] });
    await outputOf(
      b.latchkey.connections.replaceSecret({
        ...{ credentialId: await credentialOf(b, ofB), clientSecret: 'planted-secret' },
      }),
    );
  });

  it('requests one token for both, shares the rate, and shows who used what', async () => {
    // On a busy machine the engine may seem away, so a load that failed is repeated.
    const load = ({ latchkey }: TestConsole, id: string) =>
      eventually(async () => {
        const { phase } = await outputOf(latchkey.listings.status({ connectionId: id }));
        if (phase !== 'done' && phase !== 'loading') await outputOf(latchkey.listings.load({ connectionId: id }));
        return phase === 'done';
      });
    await Promise.all([load(a, connectionId), load(b, ofB)]);
    expect(service.issued).toBe(1);
    // Both desktops took slots of the same limiter.
    const desktops = () => new Set(seen.matchAll(/"desktop\\":\\"([\w-]+:[\w-]+)\\"/g).map(([, name]) => name));
    await eventually(async () => desktops().size === 2);
    const members = await eventually(async () => {
      await stateOf(b, ofB);
      const found = (await stateOf(a))?.members ?? [];
      return found.length === 2 && found.some(({ requests, isOwn }) => requests > 0 && !isOwn) && found;
    });
    expect(members.map(({ person, isOwn, isPresent }) => [person, isOwn, isPresent])).toEqual([
      ['Planted Ada', true, true],
      ['Planted Ben', false, true],
    ]);
    expect(members.map(({ tokens }) => tokens).toSorted()).toEqual([0, 1]);
    const { tokens } = await outputOf(a.latchkey.tokens.status({ connectionId }));
    expect(tokens[0]).toMatchObject({ quota: { used: 1 }, foreignUse: null });
  });

  it('requests none while the server is away, says so, and is reconciled when it is back', async () => {
    await engine.kill();
    for (const [one, id] of [
      [a, connectionId],
      [b, ofB],
    ] as const)
      expect(await eventually(async () => (await stateOf(one, id))?.link.problem)).toContain('127.0.0.1');
    expect(await errorOf(renew(b, ofB))).toMatchObject({ code: 'teamUnreachable' });
    expect(service.issued).toBe(1);
    engine = spawnEngine([join(forEngine, 'settings'), '--bind', '127.0.0.1'], port);
    await engine.accepts;
    watch();
    await eventually(async () => (await stateOf(b, ofB))?.link.state === 'up');
    await eventually(async () => (await renew(b, ofB)).ok);
    expect(service.issued).toBe(2);
    const used = await eventually(async () => {
      const { tokens } = await outputOf(a.latchkey.tokens.status({ connectionId }));
      return tokens[0]?.quota.used === 2 && tokens[0];
    });
    expect(used.issuances.filter(({ at }) => at > Date.now() - DAY_MS)).toHaveLength(2);
  });

  it('shuts everybody else out with a new key, and leaves', async () => {
    await outputOf(a.latchkey.team.rotate({ connectionId }));
    const problem = await eventually(async () => {
      const text = (await stateOf(b, ofB))?.link.problem;
      return text?.includes('does not accept the user') && text;
    });
    expect(problem).toContain('ask for a new invitation');
    await outputOf(b.latchkey.team.leave({ connectionId: ofB }));
    expect(await stateOf(b, ofB)).toBeNull();
    expect((await renew(b, ofB)).ok).toBe(true);
  });

  it('showed the server neither names, client IDs, tokens nor secrets', () => {
    expect(seen).toContain('lk1:{');
    for (const secret of SECRETS) expect(seen).not.toContain(secret);
    for (const one of [a, b])
      for (const [file, text] of Object.entries(one.files()).filter(([name]) => name.includes('console.db')))
        for (const secret of [...SECRETS.slice(3), 'latchkey-']) expect(text, file).not.toContain(secret);
  });
});
