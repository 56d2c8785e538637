import { describe, expect, it } from 'vitest';
import { Activity } from '../../../../src/main/tokens/token-service.ts';
import { settle } from '../../../support/manual-clock.ts';
import { noAnswer } from './fake-token-endpoint.ts';
import { bench, DAY, HOUR } from './token-bench.ts';

const MINUTE = 60_000;

describe('activity', () => {
  it('lasts half an hour per connection, and is emitted once', () => {
    let now = 0;
    const activity = new Activity(() => now);
    const began: string[] = [];
    activity.becameActive.subscribe((id) => began.push(id));
    activity.recordUse('a');
    now = 29 * MINUTE;
    activity.recordUse('a');
    expect([activity.isActive('a'), activity.isActive('b')]).toEqual([true, false]);
    now += 30 * MINUTE;
    expect(activity.isActive('a')).toBe(false);
    activity.recordUse('a');
    expect(began).toEqual(['a', 'a']);
    expect(activity.lastUsedAt('a')).toBe(now);
    activity.machineSlept();
    expect([activity.isActive('a'), activity.lastUsedAt('a')]).toEqual([false, null]);
  });
});

describe('a token in use', () => {
  it('is renewed by its margin without a request while a person uses the connection', async () => {
    const { tokens, service, openApi, clock, activity, connectionId } = await bench();
    await tokens.bearer(openApi);
    await clock.advance(DAY - 40 * MINUTE);
    activity.recordUse(connectionId);
    await clock.advance(10 * MINUTE - 1);
    expect(service.seen).toHaveLength(1);
    await clock.advance(1);
    expect(service.seen).toHaveLength(2);
    expect(tokens.status(openApi)).toMatchObject({ state: 'valid', generation: 2 });
    expect(tokens.status(openApi).issuances.at(-1)?.cause).toBe('expiry');
  });

  it('is not renewed while the connection is idle, and is renewed when a person comes back in time', async () => {
    const { tokens, service, openApi, clock, activity, connectionId } = await bench();
    await tokens.bearer(openApi);
    activity.recordUse(connectionId);
    await clock.advance(DAY - 5 * MINUTE);
    expect(service.seen).toHaveLength(1);
    activity.recordUse('another-connection');
    await settle();
    expect(service.seen).toHaveLength(1);
    activity.recordUse(connectionId);
    await settle();
    expect(service.seen).toHaveLength(2);
  });

  it('is not renewed after its expiry until a request needs it', async () => {
    const { tokens, service, openApi, clock, activity, connectionId } = await bench();
    await tokens.bearer(openApi);
    await clock.advance(2 * DAY);
    activity.recordUse(connectionId);
    await clock.advance(HOUR);
    expect(service.seen).toHaveLength(1);
    expect(tokens.status(openApi).state).toBe('expired');
  });
});

describe('an endpoint that cannot be reached', () => {
  it('is tried again without a request only while a person uses the connection', async () => {
    const { tokens, service, openApi, clock, activity, connectionId } = await bench();
    service.behave = async () => {
      throw noAnswer(false);
    };
    await tokens.bearer(openApi).catch(() => {});
    await clock.advance(HOUR);
    expect(service.seen).toHaveLength(1);
    activity.recordUse(connectionId);
    await clock.advance(10 * MINUTE);
    const tried = service.seen.length;
    expect(tried).toBeGreaterThan(2);
    await clock.advance(DAY);
    const after = service.seen.length;
    await clock.advance(DAY);
    expect(service.seen).toHaveLength(after);
    service.behave = async () => service.issue();
    activity.recordUse(connectionId);
    await settle();
    expect(tokens.status(openApi).state).toBe('valid');
    expect(tokens.status(openApi).quota.used).toBe(1);
  });

  it('is not tried again when an attempt may have spent a slot', async () => {
    const { tokens, service, openApi, clock, activity, connectionId } = await bench();
    service.behave = async () => {
      throw noAnswer(true);
    };
    await tokens.bearer(openApi).catch(() => {});
    for (let turn = 0; turn < 30; turn += 1) {
      activity.recordUse(connectionId);
      await clock.advance(10 * MINUTE);
    }
    expect(service.seen).toHaveLength(1);
  });
});
