/** The Doctor's diagnosis of one failure: verdicts, ranked by confidence, each with its evidence (service.md §8.5, §9.1). */

import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { Id } from './primitives.ts';

/** The maximum length of a text in a diagnosis, which crosses IPC and is stored in cases and bundles. */
export const MAX_TEXT = 1_000;
export const MAX_EVIDENCE = 40;

/** The causes. `tokenUnknown`: the service does not know the token. `sixthApplication`: the account has five already. `networkFailure` includes DNS. */
export const CauseId = z.enum([
  'bearerMissing',
  'headerMalformed',
  'tokenExpired',
  'tokenUnknown',
  'clockWrong',
  'wrongApi',
  'wrongEnvironment',
  'wrongBasePath',
  'deprecatedEndpoint',
  'oldApi',
  'notHttps',
  'wrongContentType',
  'credentialsWrong',
  'scopeMisspelt',
  'quotaUsedUp',
  'renewalLimit',
  'sixthApplication',
  'rateLimit',
  'bookingOption',
  'activationSteps',
  'listingNotBookable',
  'noPermission',
  'intermediary',
  'browserRefused',
  'upstreamFault',
  'calendarBlocked',
  'minimumNights',
  'couponDropped',
  'quoteUsed',
  'quoteExpired',
  'wrongParameters',
  'networkFailure',
  'tlsFailure',
  'nothingWrong',
  'notEnough',
]);
export type CauseId = z.infer<typeof CauseId>;

/** A fact for or against a cause, which a person can check. `exchangeId` is the recorded exchange that shows the fact, or null. */
export const EvidenceItem = z.strictObject({
  text: z.string().max(MAX_TEXT),
  weight: z.enum(['for', 'against', 'neutral']),
  exchangeId: Id.nullable(),
});
export type EvidenceItem = z.infer<typeof EvidenceItem>;

/** The cost of an observation: nothing, one request, one slot of the quota, or a question to the customer. */
export const ObservationCost = z.enum(['nothing', 'request', 'token', 'customer']);
export type ObservationCost = z.infer<typeof ObservationCost>;

export const Confirmation = z.strictObject({ text: z.string().max(MAX_TEXT), cost: ObservationCost });
export type Confirmation = z.infer<typeof Confirmation>;

/**
 * The verdict on one cause. `confidence` (0 to 1) is the share of this cause among all causes, an unknown one included (docs/doctor.md,
 * "Confidence"). `confirm` is the observation that would confirm or rule out the cause; null when the evidence is enough. `source` names sections of
 * service.md.
 */
export const Verdict = z.strictObject({
  cause: CauseId,
  title: z.string().max(MAX_TEXT),
  confidence: z.number().min(0).max(1),
  evidence: z.array(EvidenceItem).max(MAX_EVIDENCE),
  confirm: Confirmation.nullable(),
  remedy: z.string().max(MAX_TEXT),
  source: z.string().max(MAX_TEXT),
});
export type Verdict = z.infer<typeof Verdict>;

/**
 * A diagnosis. `verdicts` has the causes that fit, most likely first, then the causes that the evidence contradicts. With outcome `notEnough`, every
 * verdict is too weak to be named as the cause; `ask` is then a text that asks the customer for more, else null. `tellApart` is the observation that
 * would tell the first two causes apart; null when none is needed.
 */
export const Diagnosis = z.strictObject({
  outcome: z.enum(['verdict', 'nothingWrong', 'notEnough']),
  verdicts: z.array(Verdict).max(MAX_ENTRIES.fields),
  tellApart: z.string().max(MAX_TEXT).nullable(),
  ask: z.string().max(MAX_CHARACTERS.text).nullable(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;
