/** Files of other API clients: what becomes the draft of a connection, and that no secret does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPresets } from '../../../../src/main/api/presets.ts';
import { checkNewConnection } from '../../../../src/main/vault/check-input.ts';
import { draftOf, readDraft } from '../../../../src/main/vault/connection-draft.ts';
import { connectionHandlers } from '../../../../src/main/vault/handlers.ts';
import type { NewConnection } from '../../../../src/shared/model/connection.ts';
import { ConnectionDraft } from '../../../../src/shared/model/connection-draft.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const SECRET = 'not-a-real-secret-0123456789';
const draft = (value: unknown) => draftOf(typeof value === 'string' ? value : JSON.stringify(value), allPresets());
const CUSTOM = { baseUrl: 'https://api.example.com', authUrl: 'https://login.example.com' };

const POSTMAN_ENVIRONMENT = {
  ...{ id: 'e', name: 'Harbour', _postman_variable_scope: 'environment' },
  values: [
    { key: 'base_url', value: 'https://api.example.com/v1', type: 'default', enabled: true },
    { key: 'token_url', value: 'https://login.example.com/oauth2/token', type: 'default', enabled: true },
    { key: 'client_id', value: 'id-1', type: 'default', enabled: true },
    { key: 'client_secret', value: SECRET, type: 'secret', enabled: true },
    { key: 'old_client_id', value: 'id-0', type: 'default', enabled: false },
  ],
};
const POSTMAN_COLLECTION = {
  info: { name: 'Open API', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'host', value: 'https://open-api.guesty.com' }],
  auth: {
    type: 'oauth2',
    oauth2: [
      { key: 'accessTokenUrl', value: '{{host}}/oauth2/token', type: 'string' },
      { key: 'clientId', value: 'id-2', type: 'string' },
      { key: 'clientSecret', value: SECRET, type: 'string' },
    ],
  },
  item: [{ name: 'Listings', request: { method: 'GET', url: { raw: '{{host}}/v1/listings' } } }],
};
const INSOMNIA_4 = {
  ...{ _type: 'export', __export_format: 4 },
  resources: [
    { _id: 'wrk_1', _type: 'workspace', name: 'Quotes' },
    {
      _id: 'env_1',
      _type: 'environment',
      name: 'Base',
      data: { host: 'https://booking.example.com', booking_client_id: 'id-3' },
    },
    {
      ...{ _id: 'req_1', _type: 'request', url: '{{ _.host }}/v1/search' },
      authentication: { type: 'oauth2', accessTokenUrl: '{{ _.host }}/oauth2/token', clientSecret: SECRET },
    },
  ],
};
const INSOMNIA_5 = `type: collection.insomnia.rest/5.0\nname: X\nenvironments:\n  data:\n    base_url: https://api.example.com\n    client_id: "id-4"\n    client_secret: ${SECRET}\n`;
const BRUNO = `vars {\n  host: https://api.example.com\n  auth_url: https://login.example.com\n  ~client_id: id-0\n}\n\nauth:oauth2 {\n  grant_type: client_credentials\n  access_token_url: {{auth_url}}/oauth2/token\n  client_id: id-5\n  client_secret: ${SECRET}\n}\n`;
const BRUNO_EXPORT = {
  ...{ name: 'Coll', version: '1', items: [] },
  environments: [
    {
      name: 'prod',
      variables: [
        { name: 'baseUrl', value: 'https://api.example.com', enabled: true },
        { name: 'clientId', value: 'id-6', enabled: true },
      ],
    },
  ],
};
/** A variable as Yaak writes it. */
const HOST = '$'.concat('{[ host ]}');
const YAAK = {
  ...{ yaakVersion: '2026.1', yaakSchema: 4 },
  resources: {
    workspaces: [{ id: 'wk', name: 'Yak' }],
    environments: [{ variables: [{ name: 'host', value: 'https://api.example.com', enabled: true }] }],
    httpRequests: [
      {
        url: `${HOST}/v1/listings`,
        authenticationType: 'oauth2',
        authentication: { clientId: 'id-7', clientSecret: SECRET, accessTokenUrl: `${HOST}/oauth2/token` },
      },
    ],
  },
};

describe('a file of another API client', () => {
  it.each([
    [
      'an environment of Postman',
      POSTMAN_ENVIRONMENT,
      { format: 'Postman', name: 'Harbour', addresses: CUSTOM, openApiClientId: 'id-1', secretsInFile: 1 },
    ],
    [
      'a collection of Postman',
      POSTMAN_COLLECTION,
      { name: 'Open API', presetId: 'guesty', addresses: null, openApiClientId: 'id-2' },
    ],
    [
      'an export of Insomnia',
      INSOMNIA_4,
      {
        format: 'Insomnia',
        name: 'Quotes',
        openApiClientId: null,
        applicationClientId: 'id-3',
        addresses: { baseUrl: '', bookingBaseUrl: 'https://booking.example.com' },
      },
    ],
    ['a newer export of Insomnia', INSOMNIA_5, { format: 'Insomnia', openApiClientId: 'id-4', secretsInFile: 1 }],
    ['a file of Bruno', BRUNO, { format: 'Bruno', addresses: CUSTOM, openApiClientId: 'id-5', secretsInFile: 1 }],
    ['an export of Bruno', BRUNO_EXPORT, { format: 'Bruno', name: 'Coll', openApiClientId: 'id-6', secretsInFile: 0 }],
    [
      'an export of Yaak',
      YAAK,
      {
        format: 'Yaak',
        name: 'Yak',
        openApiClientId: 'id-7',
        addresses: { baseUrl: 'https://api.example.com', authUrl: 'https://api.example.com' },
      },
    ],
  ])('%s becomes a draft without its secret', (_name, file, expected) => {
    const read = draft(file);
    expect(read).toMatchObject(expected);
    expect(JSON.stringify(read)).not.toContain(SECRET);
  });

  it('of another kind, empty, deep or with a secret as its ID is no draft with it', () => {
    expect(draft({ name: 'x', values: [] })).toBeNull();
    expect(draft('{"a":')).toBeNull();
    expect(draft({ ...POSTMAN_ENVIRONMENT, values: [] })).toBeNull();
    expect(draftOf(`${'['.repeat(50_000)}${']'.repeat(50_000)}`, [])).toBeNull();
    const values = [
      { key: 'client_id', value: SECRET },
      { key: 'client_secret', value: SECRET },
    ];
    expect(draft({ ...POSTMAN_ENVIRONMENT, values })).toBeNull();
    const http = [
      { key: 'base_url', value: 'http://api.example.com' },
      { key: 'client_id', value: 'a b' },
    ];
    expect(draft({ ...POSTMAN_ENVIRONMENT, values: http })).toBeNull();
  });

  it('counts the secrets that are switched off or in a form', () => {
    const values = [
      { key: 'client_id', value: 'id-1' },
      { key: 'client_secret', value: SECRET, enabled: false },
    ];
    const off = { ...POSTMAN_ENVIRONMENT, values };
    const form = `type: collection.insomnia.rest/5.0\nclient_id: id-4\nparams:\n  - id: pair_1\n    name: client_secret\n    value: ${SECRET}\n`;
    const bruno = `auth:oauth2 {\n  client_id: id-5\n  ~client_secret: ${SECRET}\n}\n`;
    expect([off, form, bruno].map((file) => draft(file))).toMatchObject([
      { openApiClientId: 'id-1', secretsInFile: 1 },
      { openApiClientId: 'id-4', secretsInFile: 1 },
      { openApiClientId: 'id-5', secretsInFile: 1 },
    ]);
  });

  it('of YAML has no Client ID of a request whose authentication is switched off', () => {
    const file = `type: collection.insomnia.rest/5.0\ncollection:\n  - url: https://api.example.com/v1/listings\n    authentication:\n      type: oauth2\n      clientId: id-0\n      clientSecret: ${SECRET}\n      disabled: true\n`;
    expect(draft(file)).toMatchObject({
      ...{ format: 'Insomnia', openApiClientId: null, secretsInFile: 1 },
      addresses: { baseUrl: 'https://api.example.com' },
    });
  });

  it('of YAML is refused when it is too large or repeats itself without end', () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
    const file = ['type: collection.insomnia.rest/5.0', 'l0: &l0 [ha]', ...laughs].join('\n');
    const many = 'The file has more than 200,000 values. Choose a smaller one.';
    expect(() => draft(file)).toThrow(
      expect.objectContaining({ data: { code: 'invalidInput', issues: [{ path: 'file', message: many }] } }),
    );
    expect(() => draft('- a\n'.repeat(500_001))).toThrow(expect.objectContaining({ code: 'invalidInput' }));
    expect(draft('type: collection.insomnia.rest/5.0\nclient_id: !!js/function id-1')).toBeNull();
  });

  it('has the secret of its client, for the address that the file sends it to, and none in doubt', () => {
    const found = (file: unknown) => {
      const { openApi = null, application = null } = draft(file)?.secrets ?? {};
      return [openApi, application].map((one) => one && [one.secret.reveal(), one.addresses.authUrl]);
    };
    expect(found(POSTMAN_ENVIRONMENT)).toEqual([[SECRET, 'https://login.example.com'], null]);
    expect(found(POSTMAN_COLLECTION)).toEqual([[SECRET, 'https://open-api.guesty.com'], null]);
    const { values } = POSTMAN_ENVIRONMENT;
    const another = { key: 'other_client_secret', value: `${SECRET}x`, enabled: true };
    expect(found({ ...POSTMAN_ENVIRONMENT, values: [...values, another] })).toEqual([null, null]);
    // Another client's secret, and a secret that the file sends to another host than the preset's.
    const otherId = { key: 'prod_client_id', value: 'id-9', enabled: true };
    expect(found({ ...POSTMAN_ENVIRONMENT, values: [...values, otherId] })).toEqual([null, null]);
    const docs = { key: 'docs', value: 'https://open-api.guesty.com/x', enabled: true };
    expect(found({ ...POSTMAN_ENVIRONMENT, values: [...values, docs] })).toEqual([null, null]);
    const credentials = values.filter(({ key }) => key.startsWith('client'));
    expect(found({ ...POSTMAN_ENVIRONMENT, values: credentials })).toEqual([null, null]);
  });

  it('gives the page a reference to its secret, which only a connection to the same address takes, once', async () => {
    const folder = makeTempFolder();
    const file = join(folder, 'x.json');
    writeFileSync(file, JSON.stringify(POSTMAN_ENVIRONMENT));
    const made: NewConnection[] = [];
    const connections = {
      async create(input: NewConnection) {
        checkNewConnection({ connections: [] } as never, input);
        made.push(input);
      },
    };
    const services = { vault: null, connections, presets: allPresets } as never;
    const { readDraft: read, create } = connectionHandlers(services, { openFile: async () => file });
    const given = ConnectionDraft.parse(await read(null));
    expect(JSON.stringify(given)).not.toContain(SECRET);
    const input = (authUrl: string, baseUrl = 'https://api.example.com'): NewConnection => ({
      ...{ name: 'x', presetId: 'custom', applications: [] },
      addresses: { baseUrl, authUrl, bookingBaseUrl: '', bookingAuthUrl: '' },
      openApi: { clientId: 'id-1', clientSecret: given.openApiSecret ?? '' },
    });
    const refused = { data: { code: 'invalidInput', issues: [{ path: 'openApi.clientSecret' }] } };
    await expect(create(input('https://evil.example.com'))).rejects.toMatchObject(refused);
    // Its token would go there.
    await expect(create(input('https://login.example.com', 'https://evil.example.com'))).rejects.toMatchObject(refused);
    await create(input('https://login.example.com'));
    await expect(create(input('https://login.example.com'))).rejects.toMatchObject(refused);
    expect(made.map(({ openApi }) => openApi?.clientSecret)).toEqual([SECRET]);
    removeTempFolder(folder);
  });

  it('names no service and no address when the file has only credentials', () => {
    const values = POSTMAN_ENVIRONMENT.values.filter(({ key }) => key.startsWith('client'));
    expect(draft({ ...POSTMAN_ENVIRONMENT, values })).toMatchObject({
      ...{ presetId: null, addresses: null, openApiClientId: 'id-1' },
    });
  });

  it('fills in no variables that multiply', () => {
    const variable = (key: string, value: string) => ({ key, value, enabled: true });
    const values = [
      variable('long', 'x'.repeat(3_000)),
      variable('a', 'x'.repeat(1_000)),
      variable('one_client_id', '{{a}}{{a}}{{a}}'),
      variable('two_client_id', '{{long}}'),
      variable('three_client_id', 'id-{{a}}'),
    ];
    expect(draft({ ...POSTMAN_ENVIRONMENT, values })?.openApiClientId).toBe(`id-${'x'.repeat(1_000)}`);
  });

  it('is read from its place, which the draft names', async () => {
    const folder = makeTempFolder();
    const file = join(folder, 'x.json');
    writeFileSync(file, JSON.stringify(POSTMAN_ENVIRONMENT));
    mkdirSync(join(folder, 'sub'));
    expect((await readDraft(file, [])).file).toBe(file);
    await expect(readDraft(join(folder, 'sub'), [])).rejects.toMatchObject({ code: 'invalidInput' });
    await expect(readDraft(join(folder, 'none'), [])).rejects.toMatchObject({
      data: { code: 'storageFailed', what: 'The file', reason: 'the system answered ENOENT', access: 'read' },
    });
    removeTempFolder(folder);
  });
});
