/** The tokens that a token endpoint issues are secrets before anything of their answer is recorded, shown or logged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawExchange } from '../../../../src/main/http/raw-exchange.ts';
import { Recorder } from '../../../../src/main/http/recorder.ts';
import { redactExchange } from '../../../../src/main/http/redact-exchange.ts';
import { TokenClient } from '../../../../src/main/tokens/token-client.ts';
import { Secret } from '../../../../src/main/vault/secret.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { specRules } from '../../../support/spec-rules.ts';

const SECRET = 'client-secret-0a1b2c3d';
const context = {
  connectionId: 'connection',
  credentialId: 'credential',
  api: 'openApi',
  operation: 'token',
  chainId: 'chain',
  attempt: 1,
  queuedAt: 0,
  tokenGeneration: null,
} as const;
const target = {
  connectionId: 'connection',
  credentialId: 'credential',
  api: 'openApi',
  label: 'Website',
  clientId: 'client',
  tokenUrl: 'https://api.test/oauth2/token',
  rules: specRules('openApi'),
} as const;

/** Sends one token request; returns what the token client answers and what the journal would hold. */
async function issue(response: () => Response, maxBytes = 1_000_000) {
  const raws: RawExchange[] = [];
  const clock = new ManualClock();
  const { wire } = new Recorder({
    fetch: async () => response(),
    clock,
    journal: { record: (raw) => raws.push(raw) },
    random: new SequenceRandom(),
    maxBytes,
  });
  const client = new TokenClient({ wire: () => wire });
  const answer = await client.requestToken({ target, secret: new Secret(SECRET), context });
  const recorded = raws.map((raw) => redactExchange(raw, { bodyKilobytes: 64, keepGuests: false }));
  return { answer, recorded: JSON.stringify(recorded), raws };
}

const TOKEN = 'zq0pent0ken.a1b2-c3d4e5f6';
const body = (fields: object) => JSON.stringify({ token_type: 'Bearer', expires_in: 86_400, ...fields });

describe('an issued token', () => {
  it.each<[string, BodyInit, Record<string, string>]>([
    ['a message', body({ access_token: TOKEN, message: `issued ${TOKEN} for you` }), {}],
    ['the ETag', body({ access_token: TOKEN }), { etag: `"${TOKEN}"` }],
    ['the request id', body({ access_token: TOKEN }), { 'x-request-id': TOKEN }],
    ['a request id after its scheme', body({ access_token: `Bearer ${TOKEN}` }), { 'cf-ray': `r-${TOKEN}` }],
    ['the name of a header', body({ access_token: TOKEN }), { [`x-${TOKEN}`]: 'yes' }],
    ['a field without a name of a secret', JSON.stringify({ result: TOKEN }), { server: TOKEN }],
    ['JSON in a text', JSON.stringify({ result: JSON.stringify({ value: TOKEN }) }), { 'request-id': TOKEN }],
    ['a list', JSON.stringify([[TOKEN]]), { via: `1.1 ${TOKEN}` }],
    ['a form', `access_token=${TOKEN}&token_type=Bearer`, { location: `https://h.example/${TOKEN}` }],
    ['plain text', TOKEN, { 'x-correlation-id': TOKEN }],
    ['a page', `<p>${TOKEN}</p>`, { 'content-type': `text/html;charset=${TOKEN}` }],
    ['the scope', body({ access_token: TOKEN, scope: TOKEN }), {}],
    ['the scopes', body({ access_token: TOKEN, scope: ['open-api', TOKEN] }), {}],
    ['the token type', body({ access_token: TOKEN, token_type: TOKEN }), {}],
    ['the lifetime', body({ access_token: TOKEN, expires_in: TOKEN }), {}],
    ['its own encoding', body({ access_token: TOKEN }), { etag: Buffer.from(TOKEN).toString('base64') }],
    [
      'a refresh token',
      body({ access_token: 'other-0a1b2c3d4e5f', refresh_token: TOKEN, scope: TOKEN }),
      { etag: TOKEN },
    ],
    ['an id token', body({ access_token: 'other-0a1b2c3d4e5f', id_token: TOKEN, scope: TOKEN }), { etag: TOKEN }],
  ])('that its answer repeats in %s is recorded and shown nowhere', async (_, text, headers) => {
    const { answer, recorded } = await issue(() => new Response(text, { headers }));
    expect(recorded.toLowerCase()).not.toContain(TOKEN.toLowerCase());
    expect(recorded).not.toContain(Buffer.from(TOKEN).toString('base64').slice(0, -2));
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
    if (answer.kind === 'issued') expect(answer.token.accessToken.reveal()).toMatch(/^(zq0pent|other)/);
  });

  it('is in no error that the endpoint reports', async () => {
    const fields = { error: TOKEN.replaceAll('.', '-'), access_token: TOKEN.replaceAll('.', '-'), message: TOKEN };
    const refused = JSON.stringify({ ...fields, id_token: TOKEN, error_description: `${TOKEN} is not wanted` });
    const { answer, recorded } = await issue(
      () => new Response(refused, { status: 503, headers: { 'cf-ray': TOKEN } }),
    );
    expect(answer).toMatchObject({ kind: 'refused', error: { code: 'tokenEndpointFailed' } });
    expect(JSON.stringify(answer) + recorded).not.toMatch(/zq0pent/);
  });

  it('is not recorded of an answer whose body is too large to be read', async () => {
    const headers = { 'x-request-id': TOKEN, etag: `"${TOKEN}"`, date: 'Sun, 22 Nov 2026 09:00:00 GMT' };
    const { answer, recorded } = await issue(() => new Response(body({ access_token: TOKEN }), { headers }), 20);
    expect(answer).toMatchObject({ kind: 'lost' });
    expect(recorded).not.toContain(TOKEN);
    expect(recorded).toContain('Sun, 22 Nov 2026 09:00:00 GMT');
  });

  it('leaves the harmless parts of an answer readable', async () => {
    const fields = { access_token: TOKEN, scope: 'open-api', request_id: 'c9b1f0a2-55aa-4c1d-9d0e-3f2b1a0c9d8e' };
    const headers = { etag: 'W/"5d8c72a5edda8d6a"', 'x-request-id': 'c9b1f0a2-55aa-4c1d-9d0e-3f2b1a0c9d8e' };
    const { answer, recorded, raws } = await issue(() => new Response(body(fields), { headers }));
    expect(answer).toMatchObject({ kind: 'issued', token: { scope: 'open-api', notes: [] } });
    expect(raws[0]?.requestId).toBe(fields.request_id);
    for (const harmless of [fields.request_id, '86400', 'Bearer', 'open-api', '5d8c72a5edda8d6a'])
      expect(recorded).toContain(harmless);
  });

  it('is compared by its beginning when it is longer than any header', async () => {
    const long = TOKEN + 'Ab1'.repeat(100_000);
    const { raws, recorded } = await issue(() =>
      Response.json({ access_token: long, padding: long.toLowerCase() }, { headers: { etag: long.slice(0, 40_000) } }),
    );
    expect(recorded).not.toContain(TOKEN);
    // Each is searched in the whole exchange, in a dozen encodings.
    expect(Math.max(...(raws[0]?.secrets ?? []).map((secret) => secret.length))).toBeLessThanOrEqual(16_384);
  });

  it('is found in any JSON, at any depth', async () => {
    const anywhere = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant(TOKEN),
        fc.record({ data: tie('node') }),
        fc.tuple(fc.integer(), tie('node')),
        tie('node').map((inner) => ({ result: JSON.stringify({ inner }) })),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(anywhere, async (node) => {
        const { recorded } = await issue(() => Response.json({ node }, { headers: { etag: TOKEN } }));
        expect(recorded).not.toContain(TOKEN);
      }),
      { numRuns: 60 },
    );
  });
});
