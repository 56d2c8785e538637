import { describe, expect, it } from 'vitest';
import type { RawExchange } from '../../../../src/main/http/raw-exchange.ts';
import { redactAgain, redactExchange } from '../../../../src/main/http/redact-exchange.ts';

const token = 'planted_token.a1b2/c3+d4';
const own = Buffer.from(`client:${token}`).toString('base64');

function rawOf(changes: Partial<RawExchange> = {}): RawExchange {
  const answer = JSON.stringify({
    echo: `${token} ${encodeURIComponent(token)} ${own}`,
    guest: { firstName: 'Ada', email: 'ada@guest.example' },
  });
  return {
    id: 'e1',
    chainId: 'c1',
    attempt: 1,
    connectionId: 'k1',
    credentialId: 'a1',
    api: 'booking',
    operation: 'quoteRequest',
    lane: 'interactive',
    taskId: null,
    method: 'POST',
    host: 'h.example',
    url: `https://h.example/api/reservations/quotes/q1/inquiry?t=${encodeURIComponent(token)}`,
    status: 201,
    error: null,
    requestId: token,
    tokenGeneration: 3,
    queuedAt: 1,
    grantedAt: 2,
    sentAt: 3,
    firstByteMs: 4,
    durationMs: 5,
    requestBytes: 40,
    responseBytes: answer.length,
    requestHeaders: [
      ['authorization', `Bearer ${token}`],
      ['content-type', 'application/json'],
    ],
    requestBody: { text: '{"guest":{"lastName":"Marsh"},"ccToken":"pm_1234567"}', bytes: 51 },
    responseHeaders: [['x-request-id', `for ${token}`]],
    responseBody: { text: answer, bytes: answer.length },
    failure: null,
    secrets: [token],
    ...changes,
  };
}

describe('an exchange on its way to the journal', () => {
  it('has its own secrets redacted in every form, and guests’ data by default', () => {
    const kept = redactExchange(rawOf(), { keepGuests: false, bodyKilobytes: 10 });
    const text = JSON.stringify(kept);
    for (const form of [token, encodeURIComponent(token), own.slice(8, -4), 'Ada', 'Marsh', 'ada@', 'pm_1234567'])
      expect(text).not.toContain(form);
    expect(kept.requestHeaders).toEqual([
      ['authorization', 'Bearer [redacted]'],
      ['content-type', 'application/json'],
    ]);
    expect(kept).not.toHaveProperty('secrets');
    expect(kept.responseBody).toMatchObject({ cut: false, bytes: rawOf().responseBody?.bytes });
  });

  it('keeps guests’ data when the person chose so, but not in an export', () => {
    const kept = redactExchange(rawOf(), { keepGuests: true, bodyKilobytes: 10 });
    expect(kept.responseBody?.text).toContain('Ada');
    const given = JSON.stringify(redactAgain({ ...kept, seq: 1 }, { keepGuests: false }));
    expect(given).not.toMatch(/Ada|Marsh|ada@/);
    const again = redactAgain({ ...kept, seq: 1 }, { keepGuests: true });
    expect(again).toEqual({ ...kept, seq: 1 });
  });

  it('is cut at the cap, never within a character, and marked as cut', () => {
    const kept = redactExchange(rawOf({ responseBody: { text: '"ab😀cd"', bytes: 10 } }), {
      keepGuests: false,
      bodyKilobytes: 4 / 1_024,
    });
    expect(kept.responseBody).toEqual({ text: '"ab', bytes: 10, cut: true });
    const short = redactExchange(rawOf({ responseBody: { text: '{"a":"beginning', bytes: 9_000 } }), {
      keepGuests: false,
      bodyKilobytes: 100 / 1_024,
    });
    expect(short.responseBody?.cut).toBe(true);
    const none = redactExchange(rawOf(), { keepGuests: false, bodyKilobytes: 0 });
    expect(none.responseBody).toMatchObject({ text: '', cut: true });
  });

  it('describes a page, unless the person chose to keep it, and an export describes it by the choice of that moment', () => {
    const page = '<html><title>Bad gateway</title><p>Ada [guest name]</p></html>';
    const raw = rawOf({
      responseHeaders: [['Content-Type', 'text/html']],
      responseBody: { text: page, bytes: page.length },
    });
    const about = `[text/html, ${page.length} bytes: not recorded]\nTitle: Bad gateway`;
    const described = redactExchange(raw, { keepGuests: false, bodyKilobytes: 1 });
    expect(described.responseBody).toEqual({ text: about, bytes: page.length, cut: false });
    const kept = { ...redactExchange(raw, { keepGuests: false, keepTexts: true, bodyKilobytes: 1 }), seq: 1 };
    expect(kept.responseBody?.text).toMatch(
      /redacted by patterns only\]\n<html><title>Bad gateway<\/title><p>Ada \[guest name\]/,
    );
    expect(redactAgain(kept, { keepGuests: false, keepTexts: true })).toEqual(kept);
    expect(redactAgain({ ...described, seq: 1 }, { keepGuests: false, keepTexts: true }).responseBody?.text).toBe(
      about,
    );
  });

  it('removes values that a name gave away wherever the exchange repeats them', () => {
    const raw = rawOf({
      secrets: [],
      requestBody: { text: '{"guest":{"lastName":"Marshwell"}}', bytes: 34 },
      responseBody: {
        text: '{"apiKey":"k3y-of-another","status":"k3y-of-another of Marshwell, not Marshwells"}',
        bytes: 80,
      },
    });
    const { responseBody } = redactExchange(raw, { keepGuests: false, bodyKilobytes: 1 });
    expect(responseBody?.text).toContain('"[redacted] of [guest name], not Marshwells"');
    expect(JSON.stringify(redactExchange(raw, { keepGuests: true, bodyKilobytes: 1 }))).not.toContain('k3y-of');
  });

  it('redacts the free texts of a request, and keeps those of an error', () => {
    const bodyOf = (value: unknown) => ({ text: JSON.stringify(value), bytes: 100 });
    const asked = { message: 'Wir kommen gegen sechs' };
    const failed = { message: 'The stay is too short', sender: { id: 'g1' } };
    const raw = rawOf({ url: 'https://h.example/v1/tags', requestBody: bodyOf(asked), responseBody: bodyOf(failed) });
    const record = (status: number) => redactExchange({ ...raw, status }, { keepGuests: false, bodyKilobytes: 1 });
    expect(record(422).requestBody?.text).toBe('{"message":"[guest message]"}');
    expect(record(422).responseBody?.text).toBe(JSON.stringify(failed));
    expect(record(200).responseBody?.text).toContain('[guest message]');
  });

  it('keeps the reported error, without the secrets that the service repeated', () => {
    const server = {
      status: 403,
      serverCode: 'FORBIDDEN',
      serverMessage: `no: ${token}, ada@guest.example`,
      requestId: 'r1',
      exchangeId: 'e1',
    };
    const raw = rawOf({ status: 403, error: 'forbidden', failure: { code: 'forbidden', server } });
    const { failure } = redactExchange(raw, { keepGuests: false, bodyKilobytes: 1 });
    expect(failure).toEqual({
      code: 'forbidden',
      server: { ...server, serverMessage: 'no: [redacted], [mail address]' },
    });
  });

  it('redacts a token without a name in the answer of a token endpoint', () => {
    const raw = rawOf({ operation: 'token', secrets: [], responseBody: { text: `"${token}xyzxyz"`, bytes: 30 } });
    expect(redactExchange(raw, { keepGuests: false, bodyKilobytes: 1 }).responseBody?.text).toBe('"[redacted]"');
  });

  it('has the recorded address redacted, of secrets that nobody knows and of guests', () => {
    const url =
      'https://ada:planted-password@h.example/v1/x?access_token=planted-token&email=ada%40guest.example&api_key=planted-key&limit=5#id_token=planted-id';
    const kept = redactExchange(rawOf({ url, requestBody: null, responseBody: null }), {
      keepGuests: false,
      bodyKilobytes: 10,
    });
    expect(kept.url).toContain('limit=5');
    expect(kept.url).not.toMatch(/planted|guest\.example/);
    const again = redactAgain({ ...kept, seq: 1, url }, { keepGuests: false });
    expect(again.url).not.toMatch(/planted|guest\.example/);
  });
});
