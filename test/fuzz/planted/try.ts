/** Passes one input through the console's ways out and says what came out. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawExchange } from '../../../src/main/http/raw-exchange.ts';
import { machineClock } from '../../../src/main/platform/clock.ts';
import { FileLog } from '../../../src/main/platform/file-log.ts';
import type { Exchange } from '../../../src/shared/model/traffic.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';
import { pastedLine, pastedWays } from '../console/paste.ts';
import { record, type WireMessage } from '../console/record.ts';
import { partsOf, recordOf, waysOut } from '../console/ways-out.ts';
import { valuesIn } from '../decode.ts';
import { type BuiltInput, built, type FuzzInput } from './input.ts';

export interface Leak {
  readonly way: string;
  readonly values: readonly string[];
  readonly text: string;
}

export interface Outcome {
  readonly built: BuiltInput;
  readonly leaks: readonly Leak[];
  readonly crash: string | null;
  /** Milliseconds of redaction, and the characters that went in. */
  readonly ms: number;
  readonly characters: number;
  /** What went to the journal; null on the surface `log`. */
  readonly raw: RawExchange | null;
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-fuzz-'));

/** What the log writes of a text, in its message, in a field, and in an error. */
function logLines(text: string): string {
  const lines: string[] = [];
  const log = new FileLog({ file: join(folder, 'fuzz.log'), clock: machineClock, echo: (line) => lines.push(line) });
  log.error(`it failed: ${text}`, { problem: text, error: new Error(text) });
  return lines.join('\n');
}

/** `everyWay`: the whole record, HAR and command lines, which are made from the parts of the record. */
export async function tried(input: FuzzInput, everyWay: boolean): Promise<Outcome> {
  const made = built(input);
  const { message, values, secrets } = made;
  let raw: RawExchange | null = null;
  let ms = 0;
  try {
    const ways: Record<string, string> = {};
    if (made.surface === 'log') {
      ms = cpuMsOf(() => {
        ways.log = logLines(made.logged);
      });
      if (everyWay) ways['paste of a line'] = pastedLine(made.logged);
    } else {
      const recorded = await record(message);
      raw = recorded.raw;
      let exchange = null as Exchange | null;
      ms = cpuMsOf(() => {
        exchange = raw && recordOf(raw);
      });
      if (exchange === null) throw new Error('nothing was recorded');
      if (everyWay) Object.assign(ways, waysOut(exchange), pastedWays(message, raw?.secrets ?? []));
      else ways.journal = Object.values(partsOf(exchange)).join('\n');
      if (recorded.failure) ways.failure = JSON.stringify(recorded.failure);
    }
    const leaks = Object.entries(ways).flatMap(([way, text]): Leak[] => {
      // The window shows the person what the service says of guests in its error.
      const found = valuesIn(text, way === 'failure' ? secrets : values);
      return found.size === 0 ? [] : [{ way, values: [...found], text }];
    });
    return { built: made, leaks, crash: null, ms, characters: charactersOf(made), raw };
  } catch (error) {
    const crash = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { built: made, leaks: [], crash, ms, characters: charactersOf(made), raw };
  }
}

function charactersOf({ message, logged, surface }: BuiltInput): number {
  if (surface === 'log') return logged.length;
  const { url, requestBody, responseBody, responseHeaders } = message;
  const heads = responseHeaders.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return url.length + heads + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
}

/** Redacts a large text as the body of an answer, of one of the types that are read, and as a text of the log. */
export async function triedBomb(text: string, seed: number): Promise<Pick<Outcome, 'ms' | 'crash'>> {
  const type = ['application/json', 'application/x-www-form-urlencoded', 'application/problem+json'][seed % 3] ?? '';
  const message: WireMessage = {
    method: 'GET',
    url: 'https://open.stay.example/v1/reservations',
    requestHeaders: [['authorization', 'Bearer 0123456789abcdef0123456789abcdef']],
    requestBody: null,
    status: seed % 2 === 0 ? 200 : 400,
    responseHeaders: [['content-type', type]],
    responseBody: text,
    isTokenRequest: seed % 5 === 0,
  };
  try {
    const { raw } = await record(message);
    return { ms: cpuMsOf(() => void recordOf(raw)), crash: null };
  } catch (error) {
    return { ms: 0, crash: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
