/** A judge weighs the evidence for one cause; this is its type, with helpers of all judges. */

import { operationName } from '../../shared/api-names.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import type { CauseId, Evidence } from '../../shared/model/refusal.ts';
import type { RefusalFacts } from './facts.ts';
import type { Accepted } from './history.ts';

/** A cause before its status is derived from its evidence. */
export interface Candidate {
  readonly id: CauseId;
  readonly title: string;
  readonly evidence: readonly Evidence[];
  readonly next: string;
}

export type Judge = (facts: RefusalFacts) => Candidate;

export const supports = (text: string): Evidence => ({ text, weight: 'supports' });
export const rulesOut = (text: string): Evidence => ({ text, weight: 'rulesOut' });
export const neutral = (text: string): Evidence => ({ text, weight: 'neutral' });

export const when = ({ offsetMs }: Accepted): string =>
  `${formatDuration(Math.abs(offsetMs))} ${offsetMs < 0 ? 'earlier' : 'later'}`;
export const acceptedFor = (accepted: Accepted): string => `“${operationName(accepted.operation)}” ${when(accepted)}`;

/** The same token accepted after the refusal, by any operation: the token was valid. */
export const tokenAliveAfter = ({ history }: RefusalFacts): Accepted | null => history.sameAfter ?? history.otherAfter;
/** The same token accepted at any time, by any operation: it is a token of this API and environment. */
export const tokenEverAccepted = ({ history }: RefusalFacts): Accepted | null =>
  history.sameAfter ?? history.otherAfter ?? history.sameBefore ?? history.otherBefore;
