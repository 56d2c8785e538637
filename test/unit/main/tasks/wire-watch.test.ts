import { expect, it } from 'vitest';
import { Answer } from '../../../../src/main/http/answer.ts';
import { WireWatch } from '../../../../src/main/tasks/wire-watch.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

class ClockWithRate extends ManualClock {
  rate = 720;
  override face() {
    return { ...super.face(), rate: this.rate };
  }
}

it('knows how long answers take at the rate at which the clock runs now', async () => {
  const watch = new WireWatch();
  const clock = new ClockWithRate();
  const ask = async (tripMs: number) => {
    const wire = watch.over(async () => {
      await clock.advance(tripMs);
      return new Answer({ exchangeId: 'x', status: 200, headers: new Headers(), text: '', receivedAt: clock.now() });
    }, clock);
    await wire(new Request('https://service.example'), {
      connectionId: 'conn-1',
      credentialId: 'app-1',
      api: 'booking',
      operation: 'search',
      chainId: 'c',
      attempt: 1,
      queuedAt: clock.now(),
      tokenGeneration: 1,
      taskId: null,
    });
  };
  const latency = () => watch.latencyMs('conn-1', 'booking', 'search');
  expect(latency()).toBeNull();
  await ask(36_000);
  expect(latency()).toBe(36_000);
  // Nothing else is known of the other operations of the API; of the other API nothing at all.
  expect(watch.latencyMs('conn-1', 'booking', 'calendar')).toBe(36_000);
  expect([watch.latencyMs('conn-1', 'openApi', 'search'), watch.latencyMs('c', 'booking', 'search')]).toEqual([
    null,
    null,
  ]);
  clock.rate = 1;
  expect(latency()).toBe(50);
  await ask(70);
  await ask(90);
  expect(latency()).toBe(70);
});
