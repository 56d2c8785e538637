/**
 * The full-text query of a filter. Conditions (connection, outcome, operation, host, credential, task) are indexed as terms too, so that FTS5 intersects them
 * with the search. A beginning of more than three characters is replaced by the terms that begin so, unless these are many: FTS5 reads whole terms only
 * as far as it needs them, but for a prefix query every match first.
 */
import type { StatementSync } from 'node:sqlite';
import { type ExchangeFilter, outcomeClass } from '../../../shared/model/traffic.ts';
import type { RedactedExchange } from '../../http/redact-exchange.ts';
import { termsOf, termsOfExchange } from './terms.ts';

/** A condition of a filter, and the first letter of its terms: from the private use area, so that no text contains such a term. */
interface Condition {
  readonly letter: string;
  readonly wanted: (filter: ExchangeFilter) => readonly string[];
  readonly of: (exchange: RedactedExchange) => string | null;
}

const CONDITIONS: readonly Condition[] = [
  { letter: '\uE000', wanted: (it) => [it.connectionId], of: (it) => it.connectionId },
  { letter: '\uE001', wanted: (it) => it.outcomes, of: (it) => outcomeClass(it.status) },
  { letter: '\uE002', wanted: (it) => it.operations, of: (it) => it.operation },
  { letter: '\uE003', wanted: (it) => it.hosts, of: (it) => it.host },
  { letter: '\uE004', wanted: (it) => (it.taskId === null ? [] : [it.taskId]), of: (it) => it.taskId },
  { letter: '\uE005', wanted: (it) => it.credentials, of: (it) => it.credentialId },
];

/** The term of a condition; in hexadecimal, because a term has letters and digits only. */
const conditionTerm = ({ letter }: Condition, name: string): string => letter + Buffer.from(name).toString('hex');

/** Makes the text that the full-text index stores for an exchange: its terms, and one term for each property that filters use. */
export function indexedText(exchange: RedactedExchange): string {
  const conditions = CONDITIONS.flatMap((it) => {
    const name = it.of(exchange);
    return name === null ? [] : conditionTerm(it, name);
  });
  return [...termsOfExchange(exchange), ...conditions].join(' ');
}

/** The length up to which beginnings of terms have an index of their own; see the option `prefix` of the table. */
const MAX_INDEXED_PREFIX = 3;
/** The maximum number of terms that may replace the beginning of a term in a query. */
const MAX_ALTERNATIVES = 64;

/** Makes the FTS5 query of a filter. `firstTermFrom`: the statement that finds the first indexed term from a text on, in byte order. */
export function matchExpression(filter: ExchangeFilter, firstTermFrom: StatementSync): string {
  const conditions = CONDITIONS.map((it) => it.wanted(filter).map((name) => conditionTerm(it, name)));
  const beginning = (text: string): string => {
    const terms = text.length > MAX_INDEXED_PREFIX ? termsWith(text, firstTermFrom) : null;
    return terms === null ? `"${text}"*` : anyOf(terms);
  };
  const wanted = conditions.filter((terms) => terms.length > 0).map(anyOf);
  return [...wanted, ...[...termsOf(filter.search)].map(beginning)].join(' AND ');
}

const anyOf = (terms: readonly string[]): string => `(${terms.map((term) => `"${term}"`).join(' OR ')})`;

/** The indexed terms that begin with a text, or the text itself when there are none; null when they are too many. */
function termsWith(text: string, firstTermFrom: StatementSync): string[] | null {
  const terms: string[] = [];
  for (let from = text; ; ) {
    const term = firstTermFrom.get(from)?.term;
    if (typeof term !== 'string' || !term.startsWith(text)) return terms.length === 0 ? [text] : terms;
    if (terms.length === MAX_ALTERNATIVES) return null;
    terms.push(term);
    from = `${term}\u0001`;
  }
}
