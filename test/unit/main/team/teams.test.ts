import { describe, expect, it } from 'vitest';
import { engineProblem, findingsOf } from '../../../../src/main/team/check-engine.ts';
import { TeamBook } from '../../../../src/main/team/issuance/team-book.ts';
import { makeInvitation } from '../../../../src/main/team/joining/invitation.ts';
import { newPassphrase } from '../../../../src/main/team/joining/passphrase.ts';
import { MemberBook } from '../../../../src/main/team/member-book.ts';
import { type RecordProblem, TeamKey } from '../../../../src/main/team/team-key.ts';
import type { TeamPlace } from '../../../../src/main/team/team-limits.ts';
import { Teams, type TeamsDeps } from '../../../../src/main/team/teams.ts';
import type { IssuanceClaim, LocalBook } from '../../../../src/main/tokens/issuance-book.ts';
import { Secret } from '../../../../src/main/vault/secret.ts';
import type { Api } from '../../../../src/shared/model/primitives.ts';
import { PRESET_LIMITS } from '../../../../src/shared/model/rates.ts';
import { PRESET_TOKEN_RULES } from '../../../../src/shared/model/token-rules.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

const address = { host: 'valkey.test', port: 6_380, user: 'ada', password: 'planted' };
const fault = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('the check of a team’s server', () => {
  it.each([
    [fault('ENOTFOUND'), 'network', 'No computer is called “valkey.test”'],
    [fault('ECONNREFUSED'), 'network', 'Nothing listens at valkey.test:6380'],
    [fault('CERT_HAS_EXPIRED'), 'tls', 'has expired'],
    [fault('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', 'is not for “valkey.test”'],
    [fault('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', 'not the expected one'],
    [fault('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', 'does not speak TLS'],
    [
      new Error('WRONGPASS invalid username-password pair or user is disabled.'),
      'acl',
      'does not accept the user “ada”',
    ],
    [new Error("NOPERM this user has no permissions to run the 'eval' command"), 'acl', 'lacks a right'],
    [new Error('no answer within 5 s'), 'network', 'does not answer'],
  ])('names the cause of %s', (error, id, words) => {
    const found = engineProblem(error, address);
    expect(found.id).toBe(id);
    expect(found.text).toContain(words);
    expect(found.text).not.toContain('planted');
  });

  const RIGHT = {
    ...{ redis_version: '7.0.15', maxmemory_policy: 'noeviction', maxmemory: '1', aof_enabled: '1' },
    aof_last_write_status: 'ok',
  };
  it.each([
    [{}, []],
    [{ valkey_version: '8.1.0' }, []],
    [{ redis_version: '6.2.7' }, ['version: Redis 6.2.7 is too old. Use Valkey or Redis from 7.0.']],
    [
      { maxmemory_policy: 'allkeys-lru' },
      ['eviction: The server deletes keys when its memory is full (“maxmemory-policy allkeys-lru”). Set “noeviction”.'],
    ],
    [{ maxmemory_policy: 'allkeys-lru', maxmemory: '0' }, []],
    [
      { aof_enabled: '0' },
      ['persistence: The server keeps nothing on its disk (“appendonly no”). Set “appendonly yes”.'],
    ],
    [
      { aof_last_write_status: 'err' },
      ['persistence: The server cannot write its file of changes. Check the space on its disk.'],
    ],
  ])('reads the settings %o', (changes, wrong) => {
    const findings = findingsOf(new Map(Object.entries({ ...RIGHT, ...changes })));
    expect(findings.filter(({ verdict }) => verdict === 'wrong').map(({ id, text }) => `${id}: ${text}`)).toEqual(
      wrong,
    );
  });
});

const claim: IssuanceClaim = { request: { cause: 'start', confirmLastSlot: false }, replaces: null, isRefused: false };
const token = {
  ...{ accessToken: new Secret('planted'), tokenType: 'Bearer', scope: null, issuedAt: 0, expiresAt: 9, notes: [] },
};
const go = { kind: 'go', id: 'i', at: 0 } as const;

const localWith = (calls: string[]) =>
  ({
    credentialId: 'c',
    async claim() {
      calls.push('claim');
      return go;
    },
  }) as unknown as LocalBook;

describe('the book of a credential', () => {
  it('writes the ledger at once alone, but waits for a membership that is not opened yet', async () => {
    const calls: string[] = [];
    const opening = Promise.withResolvers<void>();
    let isOpen = true;
    const book = new MemberBook(localWith(calls), () => (isOpen ? null : opening.promise));
    void book.claim(claim);
    expect(calls).toEqual(['claim']);
    isOpen = false;
    const waiting = book.claim(claim);
    expect(calls).toEqual(['claim']);
    opening.reject(new Error('the key store is locked'));
    await expect(waiting).rejects.toThrow('locked');
  });

  it('brings its token into a team, and claims alone what the team has not answered when it leaves', async () => {
    const calls: string[] = [];
    const book = new MemberBook(localWith(calls), () => null);
    book.hold(token);
    book.join({
      claim: () => new Promise(() => {}),
      settle: () => {},
      hold: (held) => void calls.push(held.accessToken.reveal()),
      stop: () => {},
      leave: () => void calls.push('leave'),
    });
    const claiming = book.claim(claim);
    expect(calls).toEqual(['planted']);
    book.leave();
    await expect(claiming).resolves.toEqual(go);
    expect(calls).toEqual(['planted', 'leave', 'claim']);
  });

  it('claims nothing alone when the app quits while the team is asked', async () => {
    const calls: string[] = [];
    let isQuitting = false;
    const book = new MemberBook(localWith(calls), () => {
      if (isQuitting) throw new Error('quits');
      return null;
    });
    book.join({
      ...{ claim: () => new Promise(() => {}), settle: () => {}, hold: () => {}, leave: () => {} },
      stop: () => void calls.push('stop'),
    });
    const claiming = book.claim(claim);
    isQuitting = true;
    book.stop();
    book.leave();
    await expect(claiming).rejects.toThrow('quits');
    await expect(book.claim(claim)).rejects.toThrow('quits');
    expect(calls).toEqual(['stop']);
  });
});

describe('the book of a team', () => {
  it('reports what was issued, and of the requests that the engine did not answer the last 20', async () => {
    const reported: string[] = [];
    const issuance = { id: 'issued', at: 0, cause: 'start', renewal: false, outcome: 'confirmed', settledAt: 0 };
    const book = new TeamBook({
      engine: {
        async evaluate(_script, _keys, [, said = '']) {
          reported.splice(0, reported.length, ...JSON.parse(said).known.map(({ id }: { id: string }) => id));
          throw new Error('no reply');
        },
      },
      ...{ team: 't', desktop: 'd', key: TeamKey.generate(), onProblem: () => {} },
      local: {
        ...{ quotaKey: 'q', label: 'Site', issuances: [issuance], objection: () => null, wouldRenew: () => false },
      } as unknown as LocalBook,
      clock: new ManualClock(0),
      random: new SequenceRandom(1, 'i'),
    });
    for (let count = 0; count < 22; count += 1)
      await expect(book.claim(claim)).rejects.toMatchObject({ data: { code: 'teamUnreachable' } });
    await book.claim(claim).catch(() => {});
    expect(reported).toHaveLength(21);
    expect(reported).toContain('issued');
    book.close();
  });

  it('writes nothing for a claim that a reply or a wait finds in a closed book', async () => {
    const calls: string[] = [];
    const clock = new ManualClock(0);
    let answer = (_reply: string): void => {};
    const book = new TeamBook({
      engine: { evaluate: () => new Promise((resolve) => (answer = resolve)) },
      ...{ team: 't', desktop: 'd', key: TeamKey.generate(), onProblem: () => {} },
      local: {
        ...{ quotaKey: 'q', label: 'Site', issuances: [], objection: () => null, wouldRenew: () => false },
        ...{ learn: () => {}, claim: async () => void calls.push('claim') },
      } as unknown as LocalBook,
      ...{ clock, random: new SequenceRandom(1, 'i') },
    });
    const claiming = book.claim(claim);
    book.stop();
    answer(JSON.stringify({ goes: true, wait: 0, spare: true, generation: 0, token: null, records: [] }));
    await expect(claiming).rejects.toMatchObject({ data: { code: 'cancelled' } });
    await expect(book.claim(claim)).rejects.toMatchObject({ data: { code: 'cancelled' } });
    expect(calls).toEqual([]);
    book.close();
  });
});

const never = () => {
  throw new Error('this must not happen');
};
const connection = connectionFixture({});
const teamsWith = (more: object) =>
  new Teams({
    drawn: Promise.resolve(),
    vault: {
      ...{ connection: () => connection, snapshot: () => ({ connections: [connection] }) },
      ...{ connectionOf: () => ({ connection }), changed: { subscribe: () => () => {} } },
    },
    memberships: { has: () => false, of: never, put: never },
    ...{ open: never, limits: { join: never }, clock: { after: never }, log: { warn: never } },
    ...{ mayReach: async () => true, ask: never, ...more },
  } as unknown as TeamsDeps);

describe('a desktop without a team', () => {
  it('opens no connection, asks for no key, and claims without waiting', async () => {
    const teams = teamsWith({});
    await teams.start();
    const calls: string[] = [];
    void teams.bookOf(localWith(calls)).claim(claim);
    expect(calls).toEqual(['claim']);
    expect(await teams.state(connection.id)).toEqual({ connectionId: connection.id, team: null });
    teams.close();
  });

  const wish = {
    ...{ connectionId: connection.id, person: 'Ada', host: 'valkey.test', port: 1 },
    server: { kind: 'new' as const },
  };
  it('keeps nothing of a server to which the person does not agree', async () => {
    const shared = teamsWith({ ask: async () => false }).share(wish);
    await expect(shared).rejects.toMatchObject({ data: { code: 'hostNotConfirmed', hosts: ['valkey.test'] } });
  });

  it('keeps nothing of a server that the administrator does not allow', async () => {
    const shared = teamsWith({ mayReach: async () => false }).share(wish);
    await expect(shared).rejects.toMatchObject({
      data: { problem: 'Your administrator does not allow the host “valkey.test”, so the team’s server is not used.' },
    });
  });
});

/** Begins to change the key of a team on a server that keeps its users only when it is told to. */
async function changingKey() {
  const door = { host: 'valkey.test', port: 1, user: 'u', password: 'planted', ca: null };
  const teamKey = Buffer.alloc(32).toString('base64');
  const stored = new Map<string, object>([
    [connection.id, { team: 't', person: 'Ada', machine: 'm', isShared: false, invites: true, teamKey, door }],
  ]);
  const saved = Promise.withResolvers<string>();
  const saves = Promise.withResolvers<void>();
  const commands: (string | undefined)[] = [];
  const teams = teamsWith({
    memberships: {
      has: (id: string) => stored.has(id),
      of: async (id: string) => stored.get(id) ?? null,
      put: async (id: string, membership: object) => void stored.set(id, membership),
      remove: async (id: string) => void stored.delete(id),
    },
    open: () => ({
      ...{ ready: Promise.resolve(), close: () => {}, evaluate: () => new Promise(() => {}) },
      async command(...words: string[]) {
        commands.push(words[words[0] === 'ACL' ? 1 : 0]);
        if (words[1] === 'SAVE') saves.resolve();
        return words[1] === 'USERS' ? [] : saved.promise;
      },
    }),
    derive,
    ...{ clock: new ManualClock(0), clockOf: () => new ManualClock(0), random: new SequenceRandom(1, 'i') },
    ...{ limits: { join: () => {}, leave: () => {} }, rates: { snapshot: () => ({ groups: [] }) } },
    log: { warn: () => {} },
  });
  const changing = teams.rotate(connection.id);
  await saves.promise;
  return { teams, stored, commands, changing, keepUsers: () => saved.resolve('OK') };
}

it('has left a team when its key was changing meanwhile', async () => {
  const { teams, stored, changing, keepUsers } = await changingKey();
  const leaving = teams.leave(connection.id);
  keepUsers();
  await Promise.all([changing, leaving]);
  expect(stored.size).toBe(0);
  expect(await teams.state(connection.id)).toEqual({ connectionId: connection.id, team: null });
  teams.close();
});

it('invites with the new key while the key changes', async () => {
  const { teams, commands, changing, keepUsers } = await changingKey();
  const inviting = teams.invite(connection.id, async () => 'file');
  // The invitation would be ready by then.
  await new Promise(setImmediate);
  keepUsers();
  await Promise.all([changing, inviting]);
  expect(commands).toEqual(['USERS', 'SAVE', 'DEL', 'SETUSER', 'SAVE', 'SET']);
  teams.close();
});

it('warns of what the server does wrong for as long as it does', async () => {
  const door = { host: 'valkey.test', port: 1, user: 'u', password: 'planted', ca: null };
  const teamKey = Buffer.alloc(32).toString('base64');
  const clock = new ManualClock(0);
  let lines: unknown[] = [['other', 0, 'sealed by another key']];
  let tell = (_api: Api, _problem: RecordProblem | null): void => {};
  const teams = teamsWith({
    memberships: {
      has: () => true,
      of: async () => ({ team: 't', person: 'Ada', machine: 'm', isShared: true, teamKey, door }),
    },
    open: () => ({ ready: Promise.resolve(), close: () => {}, evaluate: async () => JSON.stringify(lines) }),
    ...{ clock, clockOf: () => clock, rates: { snapshot: () => ({ groups: [] }) }, log: { warn: () => {} } },
    limits: { join: (_id: string, { onProblem }: TeamPlace) => (tell = onProblem), leave: () => {} },
  });
  const warning = async () => {
    await clock.advance(3_000);
    return (await teams.state(connection.id)).team?.warning;
  };
  await teams.state(connection.id);
  expect(await warning()).toContain('another team key');
  lines = [];
  expect(await warning()).toBeNull();
  tell('booking', 'denied');
  tell('openApi', 'failing');
  expect(await warning()).toContain('replies with errors');
  tell('openApi', null);
  expect(await warning()).toContain('denies this desktop');
  tell('booking', null);
  expect(await warning()).toBeNull();
  teams.close();
});

/** Answers one command of each kind by its words. */
const engineOf = (answer: (words: readonly string[]) => unknown) => () => ({
  ...{ ready: Promise.resolve(), close: () => {}, evaluate: () => new Promise(() => {}) },
  command: async (...words: string[]) => answer(words),
});
const derive = async () => new Uint8Array(32);

it('joins by an invitation whose half key it has, after a first try that failed behind it', async () => {
  const passphrase = newPassphrase();
  const addresses = {
    baseUrl: 'https://api.test',
    authUrl: 'https://api.test',
    bookingBaseUrl: '',
    bookingAuthUrl: '',
  };
  const invited = {
    ...{ name: 'Site', presetId: 'guesty' as const, addresses, openApi: { clientId: 'c' }, applications: [] },
    ...{ limits: PRESET_LIMITS, tokenRules: PRESET_TOKEN_RULES },
  };
  const door = { host: 'valkey.test', port: 1, ca: null, user: 'latchkey-f00d-1', password: 'planted' };
  const { file, half } = await makeInvitation(
    { derive, now: () => 0, id: () => '6f1c2b7e-8a8b-4c6e-9d60-0d6f4a1f2b3c' },
    { door, team: 'f00d', teamKey: TeamKey.generate(), connection: invited },
    passphrase,
  );
  const [halves, clock] = [[half], new ManualClock(0)];
  let isFull = true;
  const ask = async ({ detail }: { detail: string }) => detail.includes('the team’s limits and quotas replace yours');
  const teams = teamsWith({
    open: engineOf(([name]) => (name === 'GETDEL' ? (halves.pop() ?? null) : new Promise(() => {}))),
    memberships: { has: () => false, remove: async () => {}, put: async () => {} },
    ...{ derive, ask, clock, clockOf: () => clock, random: new SequenceRandom(1, 'i') },
    ...{ limits: { join: () => {}, leave: () => {} }, rates: { snapshot: () => ({ groups: [] }) } },
    async connect() {
      if (isFull) throw new Error('the disk is full');
      return connection;
    },
  });
  const join = () => teams.join(file, passphrase.reveal(), 'Ada');
  await expect(join()).rejects.toThrow('full');
  isFull = false;
  await expect(join()).resolves.toMatchObject({ connectionId: connection.id });
  teams.close();
});
