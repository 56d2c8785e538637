/** What a rule is: one cause, as data and a pure function that weighs the facts for and against it. */

import type { CauseId, Confirmation } from '../../shared/model/diagnosis.ts';
import { operationName } from '../../shared/text/api-names.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import type { Facts } from './facts/facts.ts';
import type { Accepted } from './history.ts';

/** One finding: a sentence and its strength in bits, each of which doubles the odds of the cause; negative against it. */
export interface Finding {
  readonly text: string;
  readonly bits: number;
  readonly exchangeId: string | null;
  /** The service itself says so in its answer to this request: that outweighs what the request shows. */
  readonly isStatement?: boolean;
}

export interface Rule {
  readonly cause: CauseId;
  readonly title: string;
  /** The sections of service.md that the rule implements. */
  readonly source: string;
  /** The observation that would settle the cause, with its price; null when nothing more can be observed. */
  readonly confirm: Confirmation | null;
  readonly remedy: (facts: Facts) => string;
  /** The findings about this cause; null when it cannot explain this failure at all, so that it is not named. */
  readonly weigh: (facts: Facts) => readonly Finding[] | null;
}

const finding =
  (bits: number) =>
  (text: string, about: Accepted | null = null): Finding => ({ text, bits, exchangeId: about?.exchangeId ?? null });

/** The request or the answer itself shows the cause; nothing else explains it. */
export const decisive = finding(8);
/** Documented for this cause, and rarely seen with another. */
export const strong = finding(4);
/** Documented for this cause and for one or two others. */
export const moderate = finding(2);
/** Fits this cause a little better than others. */
export const weak = finding(1);
/** Worth to know; speaks neither for nor against. */
export const known = finding(0);
/** Fits other causes better. */
export const unlikely = finding(-2);
/** Hardly ever seen with this cause. */
export const against = finding(-4);
/** Cannot be with this cause. */
export const excluded = finding(-20);

/** A pattern of what services say, with the source that shows it. Patterns are evidence; status, header and code come first. */
export interface Saying {
  readonly pattern: RegExp;
  /** Where the words come from: service.md with the mark of the fact, a standard, or `observed` for those of public clients and servers. */
  readonly provenance: string;
}

/** The words of the answer that match one of `sayings`, with their provenance; null when none does. */
export function heard(facts: Facts, sayings: readonly Saying[]): { words: string; provenance: string } | null {
  for (const { pattern, provenance } of sayings) {
    const words = pattern.exec(facts.said)?.[0];
    if (words) return { words, provenance };
  }
  return null;
}

/** `The service says “…” (…).` */
export const saysText = ({ words, provenance }: { words: string; provenance: string }): string =>
  `The service says “${words}” (${provenance}).`;

/**
 * A finding that the service itself states of what was asked for: it has read the request, so nothing in its header is the cause. What it says of
 * a token or a scope is no such statement, because clocks and addresses explain that, too.
 */
export const stated = (finding: Finding): Finding => ({ ...finding, isStatement: true });

/** The words of the answer name the cause itself: `subject`, such as "the listing". */
export const named = (said: { words: string; provenance: string }, subject: string): Finding[] => [
  strong(saysText(said)),
  moderate(`The answer names ${subject} itself.`),
];

export const when = ({ offsetMs }: Accepted): string =>
  `${formatDuration(Math.abs(offsetMs))} ${offsetMs < 0 ? 'earlier' : 'later'}`;
export const acceptedFor = (accepted: Accepted): string => `“${operationName(accepted.operation)}” ${when(accepted)}`;

/** The same token accepted after the failure, by any operation: the token was valid. */
export const tokenAliveAfter = ({ surroundings: { history } }: Facts): Accepted | null =>
  history?.sameAfter ?? history?.otherAfter ?? null;
/** The same token accepted at any time, by any operation: it is a token of this API and environment. */
export const tokenEverAccepted = (facts: Facts): Accepted | null => {
  const { history } = facts.surroundings;
  return tokenAliveAfter(facts) ?? history?.sameBefore ?? history?.otherBefore ?? null;
};
