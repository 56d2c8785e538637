/** Finds the guests whom the answers about a quote name. Main keeps these answers in memory only, so after a restart there are none. */
import type { Json } from '../../shared/model/primitives.ts';
import type { Quote } from '../../shared/model/quote.ts';

/** The limits of the search for guests, because an answer of the service may have any size and depth. */
const MAX_VALUES = 2_000;
const MAX_DEPTH = 8;
const PERSON = /guest|contact|traveller|traveler|customer/i;

/** Returns the names and mail addresses of the guests, without duplicates: ["Ada Marsh", "ada@example.com"]. */
export function guestsOf({ raw, reservation }: Pick<Quote, 'raw' | 'reservation'>): string[] {
  const found = new Set<string>();
  let values = 0;
  const visit = (value: Json, isPerson: boolean, depth: number): void => {
    values += 1;
    if (values > MAX_VALUES || depth > MAX_DEPTH || value === null || typeof value !== 'object') return;
    if (!Array.isArray(value) && isPerson) for (const text of personIn(value)) found.add(text);
    for (const [name, inner] of Object.entries(value))
      visit(inner, Array.isArray(value) ? isPerson : PERSON.test(name), depth + 1);
  };
  visit(reservation?.raw ?? null, false, 0);
  visit(raw, false, 0);
  return [...found];
}

function personIn(person: Readonly<Record<string, Json>>): string[] {
  const text = (name: string): string => {
    const value = person[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const whole = text('fullName') || text('name');
  const name = whole || [text('firstName'), text('lastName')].filter(Boolean).join(' ');
  return [name, text('email')].filter(Boolean);
}
