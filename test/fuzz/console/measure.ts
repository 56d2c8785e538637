/** Measures a redactor on the corpus: how many secrets and guests' values are blanked, and what is lost of the rest. */

import { valuesIn } from '../../support/decode.ts';
import type { CorpusMessage, PlantedValue } from '../corpus/message.ts';
import { plainest } from './plainest.ts';
import { record } from './record.ts';
import { partsOf, recordOf, waysOut } from './ways-out.ts';

/** How many values of a list or category were planted, and how many are missing in the record. */
export interface Tally {
  planted: number;
  gone: number;
}

export interface Measured {
  readonly messages: number;
  readonly lists: Readonly<Record<PlantedValue['list'], Tally>>;
  readonly categories: ReadonlyMap<string, Tally>;
  readonly crashes: readonly string[];
  /** The messages of which something leaked or was lost, for a look at it. */
  readonly faults: readonly {
    readonly message: CorpusMessage;
    readonly value: PlantedValue;
    readonly record: string;
  }[];
}

const isTokenRequest = ({ method, url }: CorpusMessage) => method === 'POST' && /\/token$/.test(url);

/** `isPlainest`: measures the peer instead of the redactor of the app. */
export async function measure(corpus: readonly CorpusMessage[], isPlainest = false): Promise<Measured> {
  const lists = {
    secrets: { planted: 0, gone: 0 },
    guests: { planted: 0, gone: 0 },
    mustStay: { planted: 0, gone: 0 },
  };
  const categories = new Map<string, Tally>();
  const crashes: string[] = [];
  const faults: { message: CorpusMessage; value: PlantedValue; record: string }[] = [];
  for (const message of corpus) {
    try {
      // The console got its token with the client secret, so it knows both.
      const secrets = [message.own.clientSecret];
      const { raw, failure } = await record({ ...message, isTokenRequest: isTokenRequest(message), secrets });
      const recorded = recordOf(raw);
      const exchange = isPlainest ? plainest(raw, recorded) : recorded;
      const parts = partsOf(exchange);
      const hidden = message.planted.filter(({ list }) => list !== 'mustStay').map(({ value }) => value);
      // The other ways out redact once more, so the peer is read as it is.
      const everything = isPlainest ? JSON.stringify(exchange) : Object.values(waysOut(exchange)).join('\n');
      const leaked = valuesIn(everything, hidden);
      // The error on the screen tells the person what the service says of guests, but no secret.
      const foreign = message.planted.filter(({ list }) => list === 'secrets').map(({ value }) => value);
      for (const value of valuesIn(JSON.stringify(failure), foreign)) leaked.add(value);
      const kept = keptIn(message, parts);
      for (const planted of message.planted) {
        const { list, category, value, part } = planted;
        const isGone = list === 'mustStay' ? !kept.get(part)?.has(value) : !leaked.has(value);
        const name = `${list}: ${category}`;
        const tally = categories.get(name) ?? { planted: 0, gone: 0 };
        categories.set(name, tally);
        for (const count of [tally, lists[list]]) {
          count.planted += 1;
          if (isGone) count.gone += 1;
        }
        if (isGone === (list === 'mustStay')) faults.push({ message, value: planted, record: parts[part] ?? '' });
      }
    } catch (error) {
      crashes.push(`${message.id} (${message.family}): ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  return { messages: corpus.length, lists, categories, crashes, faults };
}

/** What must stay and did, by the part of the message. */
function keptIn({ planted }: CorpusMessage, parts: Readonly<Record<string, string>>): Map<string, Set<string>> {
  const byPart = Map.groupBy(
    planted.filter(({ list }) => list === 'mustStay'),
    ({ part }) => part,
  );
  const values = (of: readonly PlantedValue[]) => of.map(({ value }) => value);
  return new Map([...byPart].map(([part, of]) => [part, valuesIn(parts[part] ?? '', values(of))]));
}

/** The categories of a list with the lowest share of what should happen, worst first. */
export function worst({ categories }: Measured, list: PlantedValue['list'], count: number): [string, Tally][] {
  const wrong = ({ planted, gone }: Tally) => (list === 'mustStay' ? gone : planted - gone);
  return [...categories]
    .filter(([name, tally]) => name.startsWith(`${list}: `) && wrong(tally) > 0)
    .toSorted(([, one], [, other]) => wrong(other) - wrong(one))
    .slice(0, count);
}
