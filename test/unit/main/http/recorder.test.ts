import { describe, expect, it } from 'vitest';
import { NoAnswer } from '../../../../src/main/http/no-answer.ts';
import type { RawExchange } from '../../../../src/main/http/raw-exchange.ts';
import { Recorder } from '../../../../src/main/http/recorder.ts';
import type { ExchangeContext } from '../../../../src/main/http/wire.ts';
import type { Fetch } from '../../../../src/main/platform/ports.ts';
import { AdjustableClock } from '../../../../src/main/sandbox/adjustable-clock.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { Exchange } from '../../../../src/shared/model/traffic.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { MemoryJournal } from '../../../support/memory-journal.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

const about: ExchangeContext = {
  connectionId: 'c1',
  credentialId: 'k1',
  api: 'booking',
  operation: 'search',
  chainId: 'chain',
  attempt: 1,
  queuedAt: 5,
  tokenGeneration: 3,
};

function make(fetch: Fetch, more: object = {}) {
  const clock = new ManualClock();
  const journal = new MemoryJournal();
  const { wire } = new Recorder({ fetch, clock, journal, random: new SequenceRandom(), ...more });
  const recorded = () => journal.exchanges.map((exchange) => Exchange.parse(exchange));
  return { clock, wire, recorded };
}

const failure = async (promise: Promise<unknown>): Promise<AppError> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`expected an AppError, got ${String(error)}`);
  return error;
};
const sent = (error: AppError) => error.cause instanceof NoAnswer && error.cause.sent;
/** A network that answers only when it is aborted. */
const silent: Fetch = (request) =>
  new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));

describe('Recorder', () => {
  it('returns the whole answer and records it redacted', async () => {
    const { clock, wire, recorded } = make(async (request) => {
      expect(await request.text()).toBe('client_secret=pl4nted-secret');
      return new Response('{"access_token":"pl4nted-token","x":"ü"}', {
        headers: { 'x-request-id': 'r1', 'set-cookie': 'session=pl4nted' },
      });
    });
    const request = new Request('https://h.example/oauth2/token?access_token=pl4nted', {
      method: 'POST',
      headers: { authorization: 'Bearer pl4nted-header' },
      body: 'client_secret=pl4nted-secret',
    });
    const answered = await wire(request, about);
    expect(answered).toMatchObject({
      status: 200,
      text: '{"access_token":"pl4nted-token","x":"ü"}',
      receivedAt: clock.now(),
    });
    const [exchange] = recorded();
    expect(exchange).toMatchObject({
      id: answered.exchangeId,
      ...about,
      status: 200,
      error: null,
      requestId: 'r1',
      responseBytes: 41,
      requestBody: { text: 'client_secret=[redacted]', bytes: 28 },
    });
    expect(JSON.stringify(exchange)).not.toContain('pl4nted');
  });

  it.each([
    ['iso-8859-1', Buffer.from('{"city":"Köln"}', 'latin1')],
    ['"Windows-1252"', Buffer.from('{"city":"Köln"}', 'latin1')],
    ['UTF-16LE; boundary=x', Buffer.from('\ufeff{"city":"Köln"}', 'utf16le')],
    ['utf-8', Buffer.from('\ufeff{"city":"Köln"}')],
    ['ISO-8859-1', Buffer.from('{"city":"Köln"}')],
    ['us-ascii', Buffer.from('{"city":"Köln"}')],
    ['no-such-set', Buffer.from('{"city":"Köln"}')],
    ['replacement', Buffer.from('{"city":"Köln"}')],
  ])('decodes a body by the charset of its Content-Type: %s', async (charset, body) => {
    const headers = { 'content-type': `application/json; Charset=${charset}` };
    const { wire, recorded } = make(async () => new Response(body, { headers }));
    expect((await wire(new Request('https://h.example/v1/listings'), about)).json).toEqual({ city: 'Köln' });
    expect(recorded()[0]?.responseBody?.text).toBe('{"city":"Köln"}');
    expect(recorded()[0]?.responseBytes).toBe(body.byteLength);
  });

  it.each([
    ['utf-16le', Buffer.from('{"city":"Rome"}', 'utf16le')],
    ['iso-2022-jp', Buffer.from('{"city":"\x1b(JRome\x1b(B"}', 'latin1')],
  ])('decodes a body by a charset whose bytes are UTF-8 of another text: %s', async (charset, body) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const { wire } = make(async () => new Response(body, { headers }));
    expect((await wire(new Request('https://h.example/v1/listings'), about)).json).toEqual({ city: 'Rome' });
  });

  it('passes the raw exchange to the journal, with its times and its context', async () => {
    const handed: RawExchange[] = [];
    const clock = new ManualClock();
    const later = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
    const body = () =>
      new ReadableStream({
        async pull(controller) {
          await later(80);
          controller.enqueue(new TextEncoder().encode('{"a":"pl4nted-token"}'));
          controller.close();
        },
      });
    const fetch: Fetch = async () => {
      await later(120);
      return new Response(body(), { headers: { 'x-request-id': 'r1' } });
    };
    const journal = { record: (raw: RawExchange) => handed.push(raw) };
    const { wire } = new Recorder({ fetch, clock, journal, random: new SequenceRandom() });
    const now = clock.now();
    const request = new Request('https://h.example:8443/x?token=pl4nted', {
      method: 'POST',
      body: '{"b":1}',
      headers: { authorization: 'Bearer pl4nted-token' },
    });
    const whose = { lane: 'bulk', taskId: 'task-1', body: '{"b":1}', secrets: ['pl4nted-card'] } as const;
    const times = { queuedAt: now - 900, grantedAt: now - 40 };
    const answered = await clock.until(wire(request, { ...about, ...whose, ...times }));
    expect(answered).toMatchObject({ text: '{"a":"[redacted]"}', receivedAt: now + 200 });
    expect(handed).toEqual([
      {
        ...{ id: answered.exchangeId, chainId: 'chain', attempt: 1, connectionId: 'c1', credentialId: 'k1' },
        ...{ api: 'booking', operation: 'search', lane: 'bulk', taskId: 'task-1', tokenGeneration: 3 },
        ...{ method: 'POST', host: 'h.example:8443', url: 'https://h.example:8443/x?token=pl4nted' },
        ...{ status: 200, error: null, failure: null, requestId: 'r1' },
        ...{ ...times, sentAt: now, firstByteMs: 120, durationMs: 200, requestBytes: 7, responseBytes: 21 },
        requestHeaders: [...request.headers],
        requestBody: { text: '{"b":1}', bytes: 7 },
        responseHeaders: [['x-request-id', 'r1']],
        responseBody: { text: '{"a":"[redacted]"}', bytes: 21 },
        secrets: ['pl4nted-token', 'pl4nted-card'],
      },
    ]);
  });

  it('corrects the times of a request when its answer corrects the clock', async () => {
    const clock = new ManualClock();
    const skew = {
      movedMs: 0,
      beginRoundTrip: () => () => {
        skew.movedMs += 3_600_000;
        clock.jumpTo(clock.now() + 3_600_000);
      },
    };
    const fetch: Fetch = async () => {
      await new Promise<void>((resolve) => clock.after(50, resolve));
      return new Response('{}', { headers: { date: 'Sat, 21 Nov 2026 10:00:00 GMT' } });
    };
    const journal = new MemoryJournal();
    const { wire } = new Recorder({ fetch, clock, journal, random: new SequenceRandom(), skew });
    const now = clock.now();
    await clock.until(wire(new Request('https://h.example/x'), { ...about, queuedAt: now - 10, grantedAt: now - 5 }));
    expect(journal.exchanges[0]).toMatchObject({
      queuedAt: now - 10 + 3_600_000,
      grantedAt: now - 5 + 3_600_000,
      sentAt: now + 3_600_000,
      firstByteMs: 50,
      durationMs: 50,
    });
  });

  it('records an error answer with its error, and returns it', async () => {
    const { wire, recorded } = make(async () => new Response('{"message":"no"}', { status: 403 }));
    expect(await wire(new Request('https://h.example/x'), about)).toMatchObject({ status: 403 });
    expect(recorded()[0]).toMatchObject({
      status: 403,
      error: 'forbidden',
      failure: { code: 'forbidden', server: { serverMessage: 'no' } },
    });
  });

  it('records a token answer without an error, because the token client classifies it', async () => {
    const { wire, recorded } = make(async () => new Response('{}', { status: 401 }));
    await wire(new Request('https://h.example/oauth2/token'), { ...about, operation: 'token' });
    expect(recorded()[0]).toMatchObject({ status: 401, error: null, failure: null });
  });

  it('throws and records why no answer came', async () => {
    const { wire, recorded } = make(async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
    });
    const error = await failure(wire(new Request('https://h.example:8443/x'), about));
    expect(error.data).toMatchObject({
      code: 'unreachable',
      host: 'h.example:8443',
      reason: 'the connection was refused',
    });
    expect(sent(error)).toBe(false);
    expect(recorded()[0]).toMatchObject({
      status: null,
      error: 'unreachable',
      failure: error.data,
      responseBody: null,
    });
  });

  it('times out, also while it reads the body', async () => {
    const slowBody: Fetch = async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    for (const fetch of [silent, slowBody]) {
      const { clock, wire, recorded } = make(fetch, { timeoutMs: 4_000 });
      const waiting = failure(wire(new Request('https://h.example/x'), about));
      await clock.advance(3_999);
      expect(recorded()).toHaveLength(0);
      await clock.advance(1);
      const error = await waiting;
      expect(error.data).toMatchObject({ code: 'timedOut', afterMs: 4_000 });
      expect(sent(error)).toBe(true);
      expect(recorded()[0]).toMatchObject({ error: 'timedOut', durationMs: 4_000 });
      expect(clock.pending).toBe(0);
    }
  });

  it('measures the timeout on the machine’s clock, however fast the connection’s clock runs', async () => {
    const machine = new ManualClock();
    const clock = new AdjustableClock(machine);
    clock.setRate(720);
    const { wire } = new Recorder({
      fetch: silent,
      clock,
      journal: new MemoryJournal(),
      random: new SequenceRandom(),
      timeoutMs: 4_000,
    });
    let ended = false;
    const waiting = failure(wire(new Request('https://h.example/x'), about)).finally(() => (ended = true));
    await machine.advance(3_900);
    expect(ended).toBe(false);
    await machine.advance(200);
    expect((await waiting).code).toBe('timedOut');
  });

  it('keeps the timeout when the rate of the connection’s clock changes meanwhile', async () => {
    const machine = new ManualClock();
    const clock = new AdjustableClock(machine);
    const { wire } = make(silent, { clock, machine, timeoutMs: 4_000 });
    let ended = false;
    const waiting = failure(wire(new Request('https://h.example/x'), about)).finally(() => (ended = true));
    await machine.advance(100);
    clock.setRate(720);
    await machine.advance(3_800);
    expect(ended).toBe(false);
    await machine.advance(200);
    expect((await waiting).code).toBe('timedOut');
  });

  it('records no secret of the caller under any field name, even if the service repeats it', async () => {
    const { wire, recorded } = make(async () => new Response('{"message":"pl4nted-card is not accepted"}'));
    const request = new Request('https://h.example/pay/pl4nted-card', {
      method: 'POST',
      body: '{"payment":{"id":"pl4nted-card"}}',
    });
    const answered = await wire(request, { ...about, secrets: ['pl4nted-card'] });
    expect(answered.text).toBe('{"message":"[redacted] is not accepted"}');
    expect(JSON.stringify(recorded())).not.toContain('pl4nted');
    expect(recorded()[0]?.requestBody?.text).toBe('{"payment":{"id":"[redacted]"}}');
  });

  it('passes on and records no header in which the service repeats a secret', async () => {
    const token = 'pl4nted-bearer.a1+b2/c3';
    const headers = {
      'x-request-id': `Bearer ${token}`,
      etag: `"${Buffer.from(token).toString('base64')}"`,
      server: encodeURIComponent(token),
      'x-pl4nted-card': '1',
      'x-pl4nted-bearer-a1-b2-c3': '1',
      'retry-after': '7',
    };
    for (const status of [200, 403, 503]) {
      const { wire, recorded } = make(async () => new Response('{}', { status, headers }));
      const request = new Request('https://h.example/x', { headers: { authorization: `Bearer ${token}` } });
      const answered = await wire(request, { ...about, secrets: ['Pl4nted-card'] });
      expect(answered.requestId).toBe('Bearer [redacted]');
      expect(answered.retryAfterMs).toBe(7_000);
      const shown = JSON.stringify([[...answered.headers.values()], answered.failure?.data, recorded()]);
      for (const form of [token, 'cGw0bnRlZC1iZWFyZXIu', encodeURIComponent(token), 'x-pl4nted-'])
        expect(shown).not.toContain(form);
      expect(recorded()[0]?.requestId).toBe('Bearer [redacted]');
      expect(new Headers(recorded()[0]?.responseHeaders ?? []).get('x-redacted')).toContain('[redacted]');
    }
  });

  it('knows the secrets of earlier requests of the connection, which the service may repeat', async () => {
    const [clientSecret, token, card] = ['cs_9f8e7d6c5b4a3210abcd', 'tk_0123456789abcdef0123', 'pm_a1b2c3d4e5f6a7b8'];
    const answers = [
      `{"access_token":"${token}","expires_in":86400}`,
      '{"_id":"r1"}',
      JSON.stringify({ note: `was ${clientSecret}, ${token} and ${card}`, pin: '000000', id: '000000' }),
      `{"access_token":"${token}","expires_in":86400}`,
    ];
    const { wire, recorded } = make(
      async () => new Response(answers.shift(), { headers: { 'x-debug': clientSecret } }),
    );
    const tokenRequest = () =>
      new Request('https://h.example/oauth2/token', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `client_secret=${clientSecret}`,
      });
    await wire(tokenRequest(), { ...about, operation: 'token' });
    const authorization = `Bearer ${token}`;
    await wire(
      new Request('https://h.example/instant', {
        method: 'POST',
        headers: { authorization },
        body: '{"pin":"000000"}',
      }),
      { ...about, secrets: [card] },
    );
    const later = await wire(
      new Request('https://h.example/v1', { headers: { authorization: 'Bearer other-token-1' } }),
      about,
    );
    expect(later.text).toBe('{"note":"was [redacted], [redacted] and [redacted]","pin":"000000","id":"000000"}');
    expect(later.headers.get('x-debug')).toBe('[redacted]');
    expect(JSON.stringify(recorded())).not.toMatch(/cs_9f8e|tk_0123|pm_a1b2/);
    // An endpoint may issue the same token again: the console must be able to read it.
    const again = await wire(tokenRequest(), { ...about, operation: 'token' });
    expect(again.text).toContain(token);
    expect(JSON.stringify(recorded())).not.toMatch(/cs_9f8e|tk_0123|pm_a1b2/);
  });

  it('keeps the secrets of few requests, the latest', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => `token-number-${at}-0123456789`);
    const { wire } = make(async () => new Response(JSON.stringify({ note: texts.join(' ') })));
    for (const text of texts)
      await wire(new Request('https://h.example/v1', { headers: { authorization: `Bearer ${text}` } }), about);
    const { text } = await wire(new Request('https://h.example/v1'), about);
    expect(text.match(/redacted/g)?.length).toBe(24);
    expect(text).toContain(texts[0]);
    expect(text).not.toContain(texts[39]);
  });

  it('cancels before sending and while the request is in flight', async () => {
    const { wire } = make(silent);
    const before = AbortSignal.abort();
    expect(sent(await failure(wire(new Request('https://h.example/x', { signal: before }), about)))).toBe(false);
    const abort = new AbortController();
    const waiting = failure(wire(new Request('https://h.example/x', { signal: abort.signal }), about));
    await settle();
    abort.abort();
    const error = await waiting;
    expect(error.code).toBe('cancelled');
    expect(sent(error)).toBe(true);
  });

  it('throws answerUnusable for an answer that is too large', async () => {
    for (const headers of [{}, { 'content-length': '2000' }]) {
      const { wire, recorded } = make(async () => new Response('x'.repeat(2_000), { headers }), { maxBytes: 1_000 });
      const error = await failure(wire(new Request('https://h.example/x'), about));
      expect(error.code).toBe('answerUnusable');
      expect(recorded()[0]).toMatchObject({ status: 200, error: 'answerUnusable' });
    }
  });

  it('reports the request as sent when the answer breaks off', async () => {
    const { wire } = make(
      async () =>
        new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })),
    );
    const error = await failure(wire(new Request('https://h.example/x'), about));
    expect(error.code).toBe('unreachable');
    expect(sent(error)).toBe(true);
  });

  it('returns the answer although the journal fails', async () => {
    const clock = new ManualClock();
    const log = new FakeLog();
    const journal = {
      record: () => {
        throw new Error('disk full');
      },
    };
    const { wire } = new Recorder({
      fetch: async () => new Response('ok'),
      clock,
      journal,
      random: new SequenceRandom(),
      log,
    });
    expect((await wire(new Request('https://h.example/x'), about)).text).toBe('ok');
    expect(log.entries).toHaveLength(1);
  });
});
