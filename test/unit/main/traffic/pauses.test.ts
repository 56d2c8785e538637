import { describe, expect, it } from 'vitest';
import { MAX_PAUSE_MS, Pauses } from '../../../../src/main/traffic/pauses.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';

const of = (operation: string, connectionId = 'c1', host = 'h.example') => ({
  connectionId,
  host,
  operation,
  title: operation.toUpperCase(),
});

function make() {
  const clock = new ManualClock();
  const pauses = new Pauses(() => clock);
  const changes: string[] = [];
  pauses.changed.subscribe((id) => changes.push(id));
  return { clock, pauses, changes, never: new AbortController().signal };
}

describe('Pauses', () => {
  it('hold their operation until they end, at most a quarter of an hour', async () => {
    const { clock, pauses, changes } = make();
    pauses.begin(of('search'), 86_400_000);
    const until = clock.now() + MAX_PAUSE_MS;
    expect(pauses.pauseOf(of('search'))).toEqual({ host: 'h.example', operation: 'SEARCH', until, status: 503 });
    expect([pauses.pauseOf(of('listing')), pauses.pauseOf(of('search', 'c2'))]).toEqual([null, null]);
    await clock.advance(MAX_PAUSE_MS);
    expect([pauses.pauseOf(of('search')), pauses.list('c1'), changes]).toEqual([null, [], ['c1', 'c1']]);
  });

  it('hold the whole host as long as two operations are paused', async () => {
    const { clock, pauses } = make();
    const now = clock.now();
    pauses.begin(of('search'), 60_000);
    pauses.begin(of('listing'), 10_000);
    expect(pauses.pauseOf(of('calendar'))).toEqual({
      host: 'h.example',
      operation: null,
      until: now + 10_000,
      status: 503,
    });
    expect(pauses.list('c1')).toEqual([{ host: 'h.example', operation: null, until: now + 60_000, status: 503 }]);
    await clock.advance(10_000);
    expect(pauses.pauseOf(of('calendar'))).toBeNull();
    expect(pauses.list('c1')).toEqual([{ host: 'h.example', operation: 'SEARCH', until: now + 60_000, status: 503 }]);
  });

  it('hold their operations only, while others of the host are answered beside them', () => {
    const { clock, pauses } = make();
    const until = clock.now() + 60_000;
    pauses.begin(of('search'), 60_000);
    pauses.answered(of('calendar'));
    pauses.begin(of('listing'), 60_000);
    expect(pauses.pauseOf(of('calendar'))).toBeNull();
    pauses.answered(of('calendar'));
    expect(pauses.list('c1').map(({ operation }) => operation)).toEqual(['SEARCH', 'LISTING']);
    // Now nothing is answered between them: the host is paused, and an answer ends that.
    for (const operation of ['calendar', 'quotes']) pauses.begin(of(operation), 30_000);
    expect(pauses.pauseOf(of('photos'))).toMatchObject({ operation: null });
    expect(pauses.list('c1').map(({ operation }) => operation)).toEqual([null, 'SEARCH', 'LISTING']);
    pauses.answered(of('photos', 'c1', 'other.example'));
    expect(pauses.pauseOf(of('photos'))).not.toBeNull();
    pauses.answered(of('photos'));
    expect(pauses.pauseOf(of('photos'))).toBeNull();
    expect(pauses.pauseOf(of('search'))?.until).toBe(until);
  });

  it('are prolonged but never shortened by another 503, and end with any other answer', async () => {
    const { clock, pauses } = make();
    pauses.begin(of('search'), 60_000);
    pauses.begin(of('search'), 10_000);
    pauses.begin(of('search'), 0);
    expect(pauses.pauseOf(of('search'))?.until).toBe(clock.now() + 60_000);
    pauses.begin(of('search'), 90_000);
    expect(clock.pending).toBe(1);
    pauses.answered(of('search'));
    expect([pauses.pauseOf(of('search')), clock.pending]).toEqual([null, 0]);
  });

  it('let waiting requests go on when a person ends those of a host, and abort with the signal', async () => {
    const { pauses, never } = make();
    pauses.begin(of('search'), 60_000);
    pauses.begin(of('search', 'c1', 'other.example'), 60_000);
    const ends: string[] = [];
    const abort = new AbortController();
    void pauses.waitForEnd(of('search'), never).then(() => ends.push('ended'));
    void pauses.waitForEnd(of('search'), abort.signal).catch(() => ends.push('aborted'));
    void pauses.waitForEnd(of('search', 'c1', 'other.example'), never).then(() => ends.push('other'));
    abort.abort();
    await settle();
    pauses.endHost({ connectionId: 'c1', host: 'h.example' });
    await settle();
    expect(ends).toEqual(['aborted', 'ended']);
    pauses.retainHosts('c1', new Set(['h.example']));
    await settle();
    expect(ends).toEqual(['aborted', 'ended', 'other']);
  });

  it('hold for their connection alone', () => {
    const { pauses, changes } = make();
    pauses.begin(of('search', 'c2'), 60_000);
    expect([pauses.pauseOf(of('search', 'c1')), pauses.list('c1'), changes]).toEqual([null, [], ['c2']]);
    pauses.endHost({ connectionId: 'c1', host: 'h.example' });
    expect(pauses.list('c2')).toHaveLength(1);
  });
});
