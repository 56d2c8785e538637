/** The labels of the outside sets (README.md), and the causes of the Doctor that mean the same. The only place where one becomes the other. */
import type { CauseId } from '../../../src/shared/model/diagnosis.ts';

/** A label of an outside set. `wrong-scope-at-token-endpoint` covers a scope of the other API, which the Doctor calls `wrongApi`. */
const CAUSES_OF_LABEL = {
  'bearer-prefix-missing': ['bearerMissing'],
  'bearer-malformed': ['headerMalformed'],
  'token-expired': ['tokenExpired'],
  'clock-wrong': ['clockWrong'],
  'wrong-api-token': ['wrongApi'],
  'wrong-environment-or-host': ['wrongEnvironment'],
  'wrong-base-path': ['wrongBasePath'],
  'deprecated-v1-reservations': ['deprecatedEndpoint'],
  'not-https': ['notHttps'],
  'wrong-content-type-at-token-endpoint': ['wrongContentType'],
  'wrong-client-credentials': ['credentialsWrong'],
  'wrong-scope-at-token-endpoint': ['scopeMisspelt', 'wrongApi'],
  'token-quota-exhausted': ['quotaUsedUp'],
  'renewal-limit': ['renewalLimit'],
  'application-limit': ['sixthApplication'],
  'rate-limited': ['rateLimit'],
  'booking-option-forbids': ['bookingOption'],
  'activation-steps-missing': ['activationSteps'],
  'listing-outside-booking-engine': ['listingNotBookable'],
  'no-permission-or-inactive-account': ['noPermission'],
  'proxy-or-firewall-answered': ['intermediary'],
  'upstream-fault': ['upstreamFault'],
  'calendar-blocked': ['calendarBlocked'],
  'min-nights': ['minimumNights'],
  'coupon-dropped': ['couponDropped'],
  'quote-used': ['quoteUsed'],
  'quote-expired': ['quoteExpired'],
  'bad-request-parameters': ['wrongParameters'],
  'network-or-dns-or-tls': ['networkFailure', 'tlsFailure'],
  'browser-refused': ['browserRefused'],
  'quote-without-price': ['activationSteps'],
  'old-api': ['oldApi'],
  success: ['nothingWrong'],
  'not-enough-information': ['notEnough'],
} as const satisfies Record<string, readonly CauseId[]>;

export type OutsideLabel = keyof typeof CAUSES_OF_LABEL;

export const isLabel = (text: string): text is OutsideLabel => text in CAUSES_OF_LABEL;

export const causesOf = (label: OutsideLabel): readonly CauseId[] => CAUSES_OF_LABEL[label];

/** True when a named cause is what the label says. */
export const means = (label: OutsideLabel, cause: CauseId): boolean => causesOf(label).includes(cause);
