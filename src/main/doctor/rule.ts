/** The definition of a rule: one cause as data, and a pure function that weighs the facts for and against it. */

import type { CauseId, Confirmation } from '../../shared/model/diagnosis.ts';
import { operationName } from '../../shared/text/api-names.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import type { Facts } from './facts/facts.ts';
import { type Meaning, statementOf } from './facts/statements.ts';
import type { Accepted } from './history.ts';

/** A sentence of evidence and its strength. Each bit doubles the odds of the cause; negative bits count against it. */
export interface Finding {
  readonly text: string;
  readonly bits: number;
  readonly exchangeId: string | null;
  /** Whether the service itself states the cause in its answer to this request; that outweighs the evidence of the request. */
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
  /** Returns the findings about this cause; null when it cannot explain the failure at all. */
  readonly weigh: (facts: Facts) => readonly Finding[] | null;
}

const finding =
  (bits: number) =>
  (text: string, about: Accepted | null = null): Finding => ({ text, bits, exchangeId: about?.exchangeId ?? null });

/** Makes a finding of the strength in its name (docs/doctor.md, “Confidence”). */
export const say = {
  decisive: finding(8),
  clear: finding(6),
  strong: finding(4),
  moderate: finding(2),
  weak: finding(1),
  known: finding(0),
  unlikely: finding(-2),
  against: finding(-4),
  excluded: finding(-20),
};

/** Returns the findings among the parts, without the false, null and empty ones. */
export const allOf = (...parts: readonly (Finding | readonly Finding[] | false | null | undefined | '')[]): Finding[] =>
  parts.flatMap((part) => part || []);

/** Returns the sentence of the answer with this meaning, and the source that documents its wording; null without one. */
export const statementIn = ({ sentences }: Facts, meaning: Meaning): { words: string; provenance: string } | null =>
  statementOf(sentences, meaning);

/** Returns the sentence of the answer with this meaning as a finding; empty without one. */
export function told(facts: Facts, meaning: Meaning, strength: (text: string) => Finding = say.clear): Finding[] {
  const said = statementIn(facts, meaning);
  return said ? [strength(`The service says “${said.words}” (${said.provenance}).`)] : [];
}

/**
 * Marks a finding as a statement of the service about the requested data: the service has read the request, so the header is not the cause.
 * Statements about tokens and scopes are not marked, because clocks and addresses can explain them too.
 */
export const stated = (finding: Finding): Finding => ({ ...finding, isStatement: true });

export const when = ({ offsetMs }: Accepted): string =>
  `${formatDuration(Math.abs(offsetMs))} ${offsetMs < 0 ? 'earlier' : 'later'}`;
export const acceptedFor = (accepted: Accepted): string => `“${operationName(accepted.operation)}” ${when(accepted)}`;

/** Returns an accepted request with the same token after the failure, which proves that the token was valid; null without one. */
export const tokenAliveAfter = ({ surroundings: { history } }: Facts): Accepted | null =>
  history?.sameAfter ?? history?.otherAfter ?? null;
/** Returns any accepted request with the same token, which proves that the token belongs to this API and environment; null without one. */
export const tokenEverAccepted = (facts: Facts): Accepted | null => {
  const { history } = facts.surroundings;
  return tokenAliveAfter(facts) ?? history?.sameBefore ?? history?.otherBefore ?? null;
};
