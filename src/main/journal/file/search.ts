/**
 * The full-text query of a filter. Conditions (connection, outcome, operation, host, credential, task) are indexed as terms too, so that FTS5 intersects them
 * with the search. The longer beginning of a term is replaced by the few terms that begin so, because FTS5 reads them as far as it needs them; a
 * prefix query reads every match first.
 */
import type { StatementSync } from 'node:sqlite';
import { type ExchangeFilter, outcomeClass } from '../../../shared/model/traffic.ts';
import type { RedactedExchange } from '../../http/redact-exchange.ts';
import { termsOf, termsOfExchange } from './terms.ts';

/** The first letters of terms that stand for conditions. They belong to the private use area, so no text contains such a term. */
const KINDS = {
  connection: '\uE000',
  outcome: '\uE001',
  operation: '\uE002',
  host: '\uE003',
  task: '\uE004',
  credential: '\uE005',
} as const;
type Kind = keyof typeof KINDS;

/** The term of a condition; in hexadecimal, because a term has letters and digits only. */
const conditionTerm = (kind: Kind, name: string): string => KINDS[kind] + Buffer.from(name).toString('hex');

/** Makes the text that the full-text index stores for an exchange: its terms, and one term for each property that filters use. */
export function indexedText(exchange: RedactedExchange): string {
  const { connectionId, credentialId, status, operation, host, taskId } = exchange;
  const conditions = [
    conditionTerm('connection', connectionId),
    conditionTerm('outcome', outcomeClass(status)),
    conditionTerm('operation', operation),
    conditionTerm('host', host),
    ...(taskId === null ? [] : [conditionTerm('task', taskId)]),
    ...(credentialId === null ? [] : [conditionTerm('credential', credentialId)]),
  ];
  return [...termsOfExchange(exchange), ...conditions].join(' ');
}

/** The length up to which beginnings of terms have an index of their own; see the option `prefix` of the table. */
const MAX_INDEXED_PREFIX = 3;
/** The number of terms up to which a beginning is replaced by them. */
const MAX_ALTERNATIVES = 64;

/** Makes the FTS5 query of a filter. `firstTermFrom`: the statement that finds the first indexed term from a text on, in byte order. */
export function matchExpression(filter: ExchangeFilter, firstTermFrom: StatementSync): string {
  const conditions = (kind: Kind, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [anyOf(names.map((name) => conditionTerm(kind, name)))];
  const beginning = (text: string): string => {
    const terms = text.length > MAX_INDEXED_PREFIX ? termsWith(text, firstTermFrom) : null;
    return terms === null ? `"${text}"*` : anyOf(terms);
  };
  return [
    ...conditions('connection', [filter.connectionId]),
    ...conditions('outcome', filter.outcomes),
    ...conditions('operation', filter.operations),
    ...conditions('host', filter.hosts),
    ...conditions('credential', filter.credentials),
    ...conditions('task', filter.taskId === null ? [] : [filter.taskId]),
    ...[...termsOf(filter.search)].map(beginning),
  ].join(' AND ');
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
