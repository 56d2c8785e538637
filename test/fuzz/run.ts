/** The loop of the fuzzer: inputs until the time is over. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLog } from '../../src/main/platform/file-log.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import { valuesIn } from '../support/decode.ts';
import { pastedLine, pastedWays } from './console/paste.ts';
import { record } from './console/record.ts';
import { partsOf, recordOf, waysOut } from './console/ways-out.ts';
import { type Repeated, repeatedOf } from './corpus/repeated.ts';

export interface Failure {
  /** For `--replay`. */
  readonly seed: number;
  readonly detail: string;
}

export interface RunTotals {
  inputs: number;
  leaks: number;
  crashes: number;
}

/** Of so many inputs, one goes through HAR, command lines and the Doctor. */
const EVERY_WAY = 10;

export interface RunOptions {
  readonly seconds: number;
  /** Inputs after which the run ends, however much time is left. */
  readonly maxInputs: number;
  readonly seed: number;
  readonly onFailure: (failure: Failure) => void;
}

export async function run({ seconds, maxInputs, seed, onFailure }: RunOptions): Promise<RunTotals> {
  const totals = { inputs: 0, leaks: 0, crashes: 0 };
  const end = performance.now() + seconds * 1_000;
  for (; totals.inputs < maxInputs && performance.now() < end; totals.inputs += 1) {
    const number = seed * 1_000_003 + totals.inputs;
    const input = repeatedOf(number);
    try {
      const leaks = await leaksOf(input, totals.inputs % EVERY_WAY === 0);
      totals.leaks += leaks.length > 0 ? 1 : 0;
      for (const detail of leaks) onFailure({ seed: number, detail });
    } catch (error) {
      totals.crashes += 1;
      onFailure({ seed: number, detail: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return totals;
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-fuzz-'));

/** What the log writes of a text, in its message, in a field, and in an error. */
function logLines(text: string): string {
  const lines: string[] = [];
  const log = new FileLog({ file: join(folder, 'fuzz.log'), clock: machineClock, echo: (line) => lines.push(line) });
  log.error(`it failed: ${text}`, { problem: text, error: new Error(text) });
  return lines.join('\n');
}

/** The ways out on which a value of the input leaves the console, each with its text. */
async function leaksOf(input: Repeated, everyWay: boolean): Promise<string[]> {
  const { place, structures, message, logged, values, isGuests } = input;
  const ways: Record<string, string> = {};
  if (place === 'log') {
    ways.log = logLines(logged);
    if (everyWay) ways['paste of a line'] = pastedLine(logged);
  } else {
    const { raw, failure } = await record(message);
    const exchange = recordOf(raw);
    ways.journal = Object.values(partsOf(exchange)).join('\n');
    if (everyWay) Object.assign(ways, waysOut(exchange), pastedWays(message, raw.secrets));
    // The window shows the person what the service says of guests in its error.
    if (failure && !isGuests) ways.failure = JSON.stringify(failure);
  }
  return Object.entries(ways).flatMap(([way, text]) =>
    valuesIn(text, values).size === 0
      ? []
      : [
          `${place}, ${structures.join(' in ')}, ${way}\n  value: ${values}\n  sent: ${logged.slice(0, 800)}\n  out: ${text.slice(0, 2_000)}`,
        ],
  );
}
