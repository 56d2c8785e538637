import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../../src/main/tokens/ledger.ts';
import type { LedgerKey } from '../../../../src/main/tokens/token-endpoint.ts';
import type { Issuance } from '../../../../src/shared/model/token.ts';
import { isSpent } from '../../../../src/shared/token/issuance-slots.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { MemoryLineFile } from '../../../support/memory-line-file.ts';

const KEY = { api: 'openApi', clientId: 'client', tokenUrl: 'https://api.test/oauth2/token' } as const;
const open = (file: MemoryLineFile, log = new FakeLog(), now = 1) => Ledger.open({ file, log, now: () => now });
const HOUR = 3_600_000;
const NOW = 100 * HOUR;
const sent = (id: string, at = 1) => ({ id, at, cause: 'start' as const, renewal: false });
const server = { limit: 5, remaining: 3, resetAt: 99, receivedAt: 2 };

describe('the ledger', () => {
  it('writes a request to disk before it is sent, and its outcome afterwards', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    ledger.begin(KEY, sent('a'));
    expect(file.lines().lines).toHaveLength(1);
    expect(ledger.view(KEY).issuances).toMatchObject([{ id: 'a', outcome: 'sent', settledAt: null }]);
    ledger.settle('a', { outcome: 'confirmed', at: 2, server });
    expect(open(file).view(KEY)).toEqual(ledger.view(KEY));
    expect(ledger.view(KEY)).toMatchObject({
      issuances: [{ id: 'a', outcome: 'confirmed', settledAt: 2, cause: 'start' }],
      reported: { quota: server, issuanceId: 'a' },
      rejected: null,
    });
  });

  it('restores the instants that it moved because of a clock that had stepped back', () => {
    const file = new MemoryLineFile();
    const before = open(file);
    before.begin(KEY, sent('a', 100 * HOUR));
    before.settle('a', { outcome: 'confirmed', at: 100 * HOUR, server: null });
    // The next run starts with its clock 26 hours back: the request lies in the future and counts from now.
    const ledger = open(file);
    ledger.correctFuture(KEY, 80 * HOUR);
    expect(ledger.view(KEY).issuances).toMatchObject([{ at: 80 * HOUR }]);
    // The service's time is measured: it is 106 h, so the instant that the earlier run recorded was right.
    ledger.clockCorrected(KEY, 26 * HOUR, 106 * HOUR, false);
    expect(ledger.view(KEY).issuances).toMatchObject([{ at: 100 * HOUR }]);
    expect(open(file).view(KEY).issuances).toMatchObject([{ at: 100 * HOUR }]);
  });

  describe('after a run whose clock was 26 hours back and that measured nothing', () => {
    const files = () => {
      const file = new MemoryLineFile();
      const before = open(file);
      for (const [id, at] of [['a', 90 * HOUR] as const, ['b', 100 * HOUR] as const]) {
        before.begin(KEY, { ...sent(id), at });
        before.settle(id, { outcome: 'confirmed', at, server: null });
      }
      open(file).correctFuture(KEY, 80 * HOUR);
      return file;
    };
    const instants = (file: MemoryLineFile) =>
      open(file)
        .view(KEY)
        .issuances.map(({ at }) => at / HOUR);

    it('counts from that run as long as the clock is behind', () => {
      const file = files();
      open(file).correctFuture(KEY, 81 * HOUR);
      expect(instants(file)).toEqual([70, 80]);
    });

    it('restores the recorded instants when a later run measures the service’s time', () => {
      const file = files();
      const ledger = open(file);
      ledger.correctFuture(KEY, 81 * HOUR);
      ledger.clockCorrected(KEY, 26 * HOUR, 107 * HOUR, false);
      expect(instants(file)).toEqual([90, 100]);
      open(file).clockCorrected(KEY, HOUR, 120 * HOUR, false);
      expect(instants(file)).toEqual([90, 100]);
    });

    it('restores the recorded instants when the clock has caught up', () => {
      const file = files();
      open(file).correctFuture(KEY, 106 * HOUR);
      expect(instants(file)).toEqual([90, 100]);
    });

    it('restores what several such runs have moved', () => {
      const file = files();
      const ledger = open(file);
      ledger.begin(KEY, { ...sent('c'), at: 81 * HOUR });
      ledger.settle('c', { outcome: 'confirmed', at: 81 * HOUR, server: null });
      open(file).correctFuture(KEY, 60 * HOUR);
      expect(instants(file)).toEqual([49, 59, 60]);
      open(file).correctFuture(KEY, 106 * HOUR);
      expect(instants(file)).toEqual([90, 100, 81]);
    });
  });

  it('counts by API, client id and token address', () => {
    const ledger = open(new MemoryLineFile());
    ledger.begin(KEY, sent('a'));
    for (const other of [
      { ...KEY, api: 'booking' as const },
      { ...KEY, clientId: 'other' },
      { ...KEY, tokenUrl: 'https://else.test/oauth2/token' },
    ])
      expect(ledger.view(other).issuances).toEqual([]);
  });

  it('counts a request that a crash interrupted as lost and spent', () => {
    const file = new MemoryLineFile();
    open(file).begin(KEY, sent('a'));
    expect(open(file).view(KEY).issuances).toMatchObject([{ outcome: 'lost', settledAt: null }]);
  });

  it('records nothing in memory when the write fails', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    file.failAppends = true;
    expect(() => ledger.begin(KEY, sent('a'))).toThrow(expect.objectContaining({ code: 'storageFailed' }));
    expect(ledger.view(KEY).issuances).toEqual([]);
  });

  it('logs an outcome that cannot be written, and counts the request as lost after a restart', () => {
    const file = new MemoryLineFile();
    const log = new FakeLog();
    const ledger = open(file, log);
    ledger.begin(KEY, sent('a'));
    file.failAppends = true;
    ledger.settle('a', { outcome: 'refused', at: 2, server: null });
    expect(ledger.view(KEY).issuances).toMatchObject([{ outcome: 'refused' }]);
    expect(log.entries).toMatchObject([{ level: 'error' }]);
    expect(open(file).view(KEY).issuances).toMatchObject([{ outcome: 'lost' }]);
  });

  it('skips lines of a later version and keeps them in the file', () => {
    const strange = ['{"kind":"tomorrow","id":"x"}', '', '{"kind":"confirmed","id":"nobody","at":1}'];
    const file = new MemoryLineFile(strange);
    const log = new FakeLog();
    const ledger = open(file, log);
    ledger.begin(KEY, sent('a'));
    expect(file.lines().lines.slice(0, 3)).toEqual(strange);
    expect(open(file).view(KEY).issuances).toHaveLength(1);
    expect(log.entries.some((entry) => entry.level === 'warn')).toBe(true);
  });

  describe('with damaged lines', () => {
    const other = { ...KEY, clientId: 'another' };
    const three = (): MemoryLineFile => {
      const file = new MemoryLineFile();
      const ledger = open(file);
      for (const id of ['a', 'b', 'c']) {
        ledger.begin(KEY, sent(id, HOUR));
        ledger.settle(id, { outcome: 'confirmed', at: HOUR, server });
      }
      return file;
    };
    const spent = (ledger: Ledger, key: LedgerKey = KEY) => ledger.view(key).issuances.filter(isSpent).length;

    it.each<[string, (text: string) => string]>([
      ['a broken quote', (text) => text.replace('"kind":"sent","id":"b"', '"kind":"sent\u0002,"id":"b"')],
      ['another kind', (text) => text.replace('"kind":"sent","id":"b"', '"kind":"senu","id":"b"')],
      ['a field that is no number', (text) => text.replace('"id":"b","at":3600000', '"id":"b","at":"3600000"')],
      ['zeros', (text) => text.replace(/.*"id":"b","at".*"cause.*/, '\0'.repeat(90))],
      ['another name of a field', (text) => text.replace('"kind":"sent","id":"b"', '"kind":"sent","ie":"b"')],
    ])('counts each as used, whoever’s it was: %s', (_, damage) => {
      const file = three();
      const whole = file.text;
      file.text = damage(whole);
      expect(file.text).not.toBe(whole);
      const ledger = open(file, new FakeLog(), 2 * HOUR);
      expect(spent(ledger)).toBe(3);
      expect(spent(ledger, other)).toBe(1);
      expect(ledger.damaged).toEqual({ lines: 1, at: 2 * HOUR });
    });

    it('counts from the start that found them, and not again at later starts', () => {
      const file = three();
      file.text = file.text.replace('"kind":"sent","id":"b"', '"kind":"sent,"id":"b"');
      open(file, new FakeLog(), 2 * HOUR);
      const later = open(file, new FakeLog(), 30 * HOUR);
      expect(later.view(other).issuances).toMatchObject([{ at: 2 * HOUR, outcome: 'lost', cause: 'unknown' }]);
      expect(later.damaged).toBeNull();
      later.begin(other, sent('d', 30 * HOUR));
      later.clockCorrected(other, HOUR, 30 * HOUR, true);
      later.correctFuture(other, HOUR);
      expect(file.text).not.toContain('damaged-');
      file.text = file.text.replace('"kind":"sent","id":"c"', '"kind":"sent,"id":"c"');
      expect(spent(open(file, new FakeLog(), 31 * HOUR), other)).toBe(3);
    });

    it('counts those that a wrong clock found in the future from now, however far ahead it was', () => {
      const file = three();
      file.text = file.text.replace('"kind":"sent","id":"b"', '"kind":"sent,"id":"b"');
      open(file, new FakeLog(), 365 * 24 * HOUR);
      const later = open(file, new FakeLog(), 30 * HOUR);
      expect(later.view(other).issuances).toMatchObject([{ at: 30 * HOUR, settledAt: 30 * HOUR }]);
      expect(open(file, new FakeLog(), 400 * 24 * HOUR).view(other).issuances).toMatchObject([{ at: 30 * HOUR }]);
    });

    it('forgets them for a key whose quota is reset', () => {
      const file = three();
      file.text = file.text.replace('"kind":"sent","id":"b"', '"kind":"sent,"id":"b"');
      const ledger = open(file, new FakeLog(), 2 * HOUR);
      ledger.resetQuota(KEY, 3 * HOUR);
      expect(spent(ledger)).toBe(0);
      expect(spent(ledger, other)).toBe(1);
      const later = open(file, new FakeLog(), 4 * HOUR);
      expect(spent(later)).toBe(0);
      expect(spent(later, other)).toBe(1);
    });

    it('counts them also when the disk is full', () => {
      const file = three();
      file.text = file.text.replace('"kind":"sent","id":"b"', '"kind":"sent,"id":"b"');
      file.failAppends = true;
      expect(spent(open(file, new FakeLog(), 2 * HOUR), other)).toBe(1);
    });
  });

  it('reads the known fields of lines of a later version', () => {
    const file = new MemoryLineFile();
    open(file).begin(KEY, sent('a'));
    file.text = file.text.replace('"cause":"start"', '"cause":"schedule","extra":{"deep":1}');
    expect(open(file).view(KEY).issuances).toMatchObject([{ id: 'a', cause: 'unknown' }]);
  });

  it('remembers rejected credentials across restarts', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    ledger.begin(KEY, sent('a'));
    const rejected = { identity: 'i', status: 401, serverCode: 'invalid_client' };
    ledger.settle('a', { outcome: 'refused', at: 2, server: null, rejected });
    expect(open(file).view(KEY).rejected).toEqual({ ...rejected, at: 2 });
    ledger.begin(KEY, sent('b', 3));
    ledger.settle('b', { outcome: 'confirmed', at: 4, server: null });
    expect(open(file).view(KEY).rejected).toBeNull();
  });

  it('resets the quota', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    ledger.begin(KEY, sent('a'));
    ledger.settle('a', { outcome: 'confirmed', at: 2, server });
    ledger.resetQuota(KEY, 2);
    expect(open(file).view(KEY)).toEqual({
      issuances: [],
      reported: null,
      countReports: [],
      rejected: null,
      lifetimeMs: null,
    });
  });

  it('a quota reset does not drop a request in flight, which the service may count afterwards', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    ledger.begin(KEY, sent('a'));
    ledger.resetQuota(KEY, 2);
    ledger.settle('a', { outcome: 'confirmed', at: 3, server });
    expect(ledger.view(KEY).issuances).toMatchObject([{ id: 'a', outcome: 'confirmed' }]);
    expect(open(file).view(KEY)).toEqual(ledger.view(KEY));
  });

  it('keeps every count that the server reported', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    ledger.begin(KEY, sent('a'));
    ledger.settle('a', { outcome: 'confirmed', at: 2, server });
    ledger.begin(KEY, sent('b', 3));
    ledger.settle('b', { outcome: 'refused', at: 4, server: null, exhausted: true });
    expect(open(file).view(KEY).countReports).toEqual([
      { issuanceId: 'a', limit: 5, remaining: 3, exhausted: false, resetAt: server.resetAt },
      { issuanceId: 'b', limit: null, remaining: null, exhausted: true, resetAt: null },
    ]);
  });

  it('never under-counts after a crash at any byte, and stays writable', () => {
    const steps = fc.array(fc.constantFrom('confirmed', 'lost', 'refused', 'open'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(steps, fc.nat(), (outcomes, cut) => {
        const file = new MemoryLineFile();
        const ledger = open(file);
        /** The length of the file when each request could be sent, and when its refusal was on the disk. */
        const history = outcomes.map((outcome, index) => {
          ledger.begin(KEY, sent(`s${index}`, index));
          const leftAt = file.text.length;
          if (outcome !== 'open') ledger.settle(`s${index}`, { outcome, at: index, server: null });
          return { leftAt, refusedAt: outcome === 'refused' ? file.text.length : Number.POSITIVE_INFINITY };
        });
        const length = cut % (file.text.length + 1);
        file.tear(file.text.length - length);
        const again = open(file);
        const mustCount = history.filter((it) => it.leftAt <= length && it.refusedAt > length).length;
        expect(again.view(KEY).issuances.filter(isSpent).length).toBe(mustCount);
        again.begin(KEY, sent('after', 100));
        expect(open(file).view(KEY).issuances.filter(isSpent).length).toBe(mustCount + 1);
      }),
    );
  });
});

describe('issuances of colleagues', () => {
  const theirs = (change: Partial<Issuance> = {}): Issuance => {
    const about = { cause: 'expiry', renewal: true, outcome: 'sent', settledAt: null } as const;
    return { id: 'theirs', at: NOW - 60_000, ...about, ...change };
  };

  it('count in their order, and a later start knows them', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    ledger.begin(KEY, { id: 'own', at: NOW, cause: 'start', renewal: false });
    ledger.learn(KEY, [theirs(), theirs({ id: 'other', at: NOW + 1, outcome: 'refused', settledAt: NOW + 2 })]);
    expect(ledger.view(KEY).issuances.map(({ id }) => id)).toEqual(['theirs', 'own', 'other']);
    expect(
      open(file)
        .view(KEY)
        .issuances.map(({ outcome }) => outcome),
    ).toEqual(['lost', 'lost', 'refused']);
  });

  it('get the outcome that says more, keep their first instant, and are written once', () => {
    const file = new MemoryLineFile();
    const ledger = open(file);
    ledger.learn(KEY, [theirs()]);
    ledger.learn(KEY, [theirs({ at: NOW + 9, outcome: 'confirmed', settledAt: NOW })]);
    const before = file.text;
    ledger.learn(KEY, [theirs({ outcome: 'lost', settledAt: NOW }), theirs()]);
    expect(file.text).toBe(before);
    expect(ledger.view(KEY).issuances).toEqual([theirs({ outcome: 'confirmed', settledAt: NOW })]);
  });
});
