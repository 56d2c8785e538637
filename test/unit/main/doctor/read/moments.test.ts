import { describe, expect, it } from 'vitest';
import { limitsText } from '../../../../../src/main/doctor/read/limits-text.ts';
import { readPasted } from '../../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../../src/main/doctor/read/report.ts';
import { MAX_MOMENTS, PastedReport } from '../../../../../src/shared/model/pasted.ts';

const BASE = 'https://booking.example.com/api';
const services = [
  {
    name: 'Example',
    kind: 'preset' as const,
    addresses: { baseUrl: null, authUrl: null, bookingBaseUrl: BASE, bookingAuthUrl: 'https://booking.example.com' },
  },
];
const SECRET = 'plantedSecret0123456789abcdef';

interface Entry {
  readonly at: string | null;
  readonly url?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}
const harOf = (entries: readonly Entry[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: entries.map(({ at, url = `${BASE}/v1/search?guests=2`, status = 200, headers = {} }) => ({
        ...(at === null ? {} : { startedDateTime: at }),
        request: { method: 'GET', url, headers: [{ name: 'Authorization', value: `Bearer ${SECRET}` }] },
        response: {
          status,
          headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
          content: { text: '{}' },
        },
      })),
    },
  });
const momentsOf = (input: string) => {
  const report = PastedReport.parse(reportOf(readPasted(input, [SECRET]), services, Date.UTC(2026, 10, 21)));
  return report.moments;
};

describe('the moments of an input', () => {
  it('are the dated exchanges with the service in the order of time, successes too, with what they report of limits', () => {
    const moments = momentsOf(
      harOf([
        { at: '2026-11-20T10:00:05.000Z', status: 429, headers: { 'Retry-After': '20' } },
        {
          at: '2026-11-20T10:00:00.000Z',
          headers: { 'X-RateLimit-Remaining-Minute': '3', 'X-RateLimit-Limit-Minute': '275' },
        },
        { at: null, status: 403 },
        { at: '2026-11-20T10:00:01.000Z', url: 'https://fonts.example.net/a.woff2' },
      ]),
    );
    expect(moments).toEqual([
      {
        at: Date.UTC(2026, 10, 20, 10),
        method: 'GET',
        address: `${BASE}/v1/search`,
        status: 200,
        limits: '3 of 275 left in a minute',
      },
      {
        at: Date.UTC(2026, 10, 20, 10, 0, 5),
        method: 'GET',
        address: `${BASE}/v1/search`,
        status: 429,
        limits: 'retry after 20 s',
      },
    ]);
  });

  it('hold no secret, wherever an address or a header has it', () => {
    const moments = momentsOf(
      harOf([
        { at: '2026-11-20T10:00:00Z', url: `${BASE}/v1/search/${SECRET}?token=${SECRET}`, status: 403 },
        { at: '2026-11-20T10:00:01Z', headers: { 'X-RateLimit-Remaining': SECRET, 'Retry-After': SECRET } },
      ]),
    );
    expect(moments).toHaveLength(2);
    expect(JSON.stringify(moments)).not.toContain(SECRET);
  });

  it('are read from log lines with times', () => {
    const log = [
      `2026-11-20T10:00:00Z GET ${BASE}/v1/search 200`,
      `2026-11-20T10:02:00Z GET ${BASE}/v1/search 429`,
      `2026-11-20T10:02:01Z GET ${BASE}/v1/search 403`,
    ].join('\n');
    expect(momentsOf(log).map(({ at, status }) => [at - Date.UTC(2026, 10, 20, 10), status])).toEqual([
      [0, 200],
      [120_000, 429],
      [121_000, 403],
    ]);
  });

  it('are at most as many as fit, and none for a text without times', () => {
    const many = Array.from({ length: MAX_MOMENTS + 5 }, (_, at) => ({ at: new Date(at * 1_000).toISOString() }));
    expect(momentsOf(harOf(many))).toHaveLength(MAX_MOMENTS);
    expect(momentsOf('403 Forbidden')).toEqual([]);
    expect(momentsOf('')).toEqual([]);
  });

  it.each<[string, [string, string][], string]>([
    ['no headers', [], ''],
    [
      'a quota without a window',
      [
        ['ratelimit-remaining', '0'],
        ['ratelimit-limit', '5'],
      ],
      '0 of 5 left',
    ],
    [
      'invalid values',
      [
        ['x-ratelimit-remaining', 'many'],
        ['retry-after', 'soon\u0000'],
      ],
      '',
    ],
  ])('tell limits: %s', (_, headers, expected) => {
    expect(limitsText(headers, 0)).toBe(expected);
  });
});
