/**
 * A process with a whole console that ends itself (SIGKILL) at a step of a quote that a program asks for. Arguments: the data folder, a file with one line
 * for each quote that reached the service, and the step; without a step it only says what it knows.
 */
import { appendFileSync } from 'node:fs';
import { outputOf } from '../../support/test-console.ts';
import { openProgramConsole } from './program-console.ts';

export const QUOTE_STEPS = ['asked', 'confirmed', 'sent', 'answered'] as const;
export type QuoteStep = (typeof QUOTE_STEPS)[number];

/** What the process says once it answers programs. */
export interface KilledApp {
  readonly key: string;
  readonly quotes: number;
  /** The quotes that a person is shown as unconfirmed, by the program that asked. */
  readonly unconfirmed: readonly string[];
}

if (import.meta.main) {
  const [folder = '', service = '', step] = process.argv.slice(2);
  const reach = (reached: QuoteStep): void => {
    if (reached === step) process.kill(process.pid, 'SIGKILL');
  };
  const { one, connectionId, key } = await openProgramConsole(undefined, {
    folder,
    async ask({ message }) {
      if (!message.includes('asks for a quote')) return true;
      reach('asked');
      // The next step of the app finds the answer.
      setImmediate(reach, 'confirmed');
      return true;
    },
    async between(request, next) {
      if (request.method !== 'POST' || !request.url.endsWith('/quotes')) return next();
      appendFileSync(service, 'quote\n');
      reach('sent');
      const answer = await next();
      reach('answered');
      return answer;
    },
  });
  const { latchkey } = one;
  const { wanted } = await outputOf(latchkey.quotes.takeWanted({ connectionId, alive: [] }));
  const { quotes } = await outputOf(latchkey.quotes.list({ connectionId }));
  const app: KilledApp = { key, quotes: quotes.length, unconfirmed: wanted.map(({ askedBy = '' }) => askedBy) };
  process.send?.(app);
}
