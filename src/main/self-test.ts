/** `latchkey self-test`: the installed app searches and quotes on its sandbox without a window, in a folder that is deleted afterwards. */
import { rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { localDayOf } from '../shared/time/local-day.ts';
import { addDays } from '../shared/time/plain-date.ts';
import { compose } from './compose.ts';
import type { Console } from './console.ts';
import { pathsOf, systemKit, systemLog } from './platform/electron/kit.ts';

/** The number of days ahead at which free dates are likely. */
const AHEAD_DAYS = 60;
const NIGHTS = 3;
const GUESTS = 2;

/** Runs the self-test; call after `ready`. Writes a line for each step, or the reason for its failure. Resolves with the exit status, 0 or 2. */
export async function selfTest(
  folder: string,
  { output, errors }: Record<'output' | 'errors', Writable>,
): Promise<0 | 2> {
  try {
    const console = await compose(systemKit(systemLog(pathsOf(folder))));
    try {
      for await (const step of steps(console)) output.write(`${step}\n`);
    } finally {
      await console.close();
    }
    return 0;
  } catch (error) {
    errors.write(`${String(error)}\n`);
    return 2;
  } finally {
    // Chromium may still have files open there; the result stays what it is.
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {}
  }
}

async function* steps({ services }: Console): AsyncGenerator<string> {
  const { vault, availability, quotes } = services;
  const [connection] = vault.snapshot().connections;
  const of = { connectionId: connection?.id ?? '', applicationId: connection?.applications[0]?.id ?? '' };
  const checkIn = addDays(localDayOf(Date.now()), AHEAD_DAYS);
  const stay = { checkIn, checkOut: addDays(checkIn, NIGHTS), guests: GUESTS };
  const { items } = await availability.search({ ...of, ...stay });
  const listingId = items[0]?.listingId;
  if (!listingId) throw new Error(`No home of the sandbox is free on ${checkIn}, so nothing was quoted.`);
  yield `search: ${items.length} free`;
  const quote = await quotes.create({ ...of, ...stay, listingId, coupons: [] });
  yield `quote: ${quote.ratePlans.length} rate plans`;
}
