/** Days of an office whose desktops share a token through a real engine, and the times after which a team recovers. */
import { type Engine, openEngine } from '../../../src/main/team/engine.ts';
import { TeamKey } from '../../../src/main/team/team-key.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/shared/time/units.ts';
import type { EngineServer } from '../../support/engine-server.ts';
import { type Desktop, Office } from '../../support/office.ts';
import { fractions } from '../../support/rate-servers/network.ts';

const key = TeamKey.generate();
/** An engine that was found empty learns for 5 s. */
const LEARNED_MS = 6 * SECOND_MS;
const WORK_HOURS = 10;
/** Each of these happens once an hour to some desktop. */
const FAULTS = ['drop', 'swallow', 'delay', 'duplicate'] as const;

export interface OfficeDays {
  readonly issuedPerDay: number;
  readonly mostInADay: number;
  readonly excess: number;
  readonly faults: number;
}

/** Runs working days: all desktops need a token at any time, and each hour one of them is cut off, one dies and starts again, and one engine is flushed a day. */
export async function officeDays(engine: Engine, size: number, days: number, seed: number): Promise<OfficeDays> {
  const office = new Office(engine, 'days', key, size);
  const fraction = fractions(seed);
  const any = () => office.desktops[Math.floor(fraction() * size)] as Desktop;
  const perDay: number[] = [];
  let faults = 0;
  for (let day = 0; day < days; day += 1) {
    const before = office.service.issued.length;
    for (let hour = 0; hour < WORK_HOURS; hour += 1) {
      if (hour === 5) await office.flush();
      const cut = any();
      cut.fault = FAULTS[Math.floor(fraction() * FAULTS.length)] ?? 'drop';
      const dying = any();
      dying.kill();
      dying.start();
      faults += hour === 5 ? 3 : 2;
      for (let minute = 0; minute < 60; minute += 5) {
        if (minute === 10) cut.fault = 'none';
        for (const desktop of office.desktops) void desktop.request();
        await office.pass(5 * MINUTE_MS);
      }
    }
    perDay.push(office.service.issued.length - before);
    await office.night((24 - WORK_HOURS) * HOUR_MS);
  }
  for (const desktop of office.desktops) desktop.kill();
  const total = perDay.reduce((sum, one) => sum + one, 0);
  return { issuedPerDay: total / days, mostInADay: Math.max(...perDay), excess: office.service.excess, faults };
}

/** Passes time until a promise has settled; returns the time. */
async function timeUntil(office: Office, work: Promise<unknown>): Promise<number> {
  const began = office.clock.now();
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) await office.pass(100);
  return office.clock.now() - began;
}

export interface Recovery {
  readonly holderMs: number;
  readonly flushMs: number;
  readonly issuedByFlush: number;
}

/** Measures how long others wait for a dead holder's request, and how long a flushed engine gives no token. */
export async function recovery(engine: Engine): Promise<Recovery> {
  const office = new Office(engine, 'recovery', key, 3);
  const [first, second] = office.desktops as [Desktop, Desktop];
  await office.pass(LEARNED_MS);
  void first.request('sent');
  await office.pass(SECOND_MS);
  const holderMs = await timeUntil(office, second.request());
  const before = office.service.issued.length;
  await office.flush();
  const flushMs = await timeUntil(office, office.add().request());
  for (const desktop of office.desktops) desktop.kill();
  return { holderMs, flushMs, issuedByFlush: office.service.issued.length - before };
}

/** Kills the engine for five seconds of real time; returns the time from its return to the first reply. */
export async function engineBackMs(server: EngineServer): Promise<number> {
  const engine = openEngine({ address: server.address, fraction: Math.random, onFailure: () => {} });
  await engine.ready;
  await server.kill();
  await new Promise((resolve) => setTimeout(resolve, 5 * SECOND_MS));
  await server.restart();
  const began = performance.now();
  while ((await engine.command('ZCARD', 'lk1:any').catch(() => null)) === null)
    await new Promise((resolve) => setTimeout(resolve, 20));
  engine.close();
  return performance.now() - began;
}
