/** All rules, in the order in which a person should check equally likely causes: the cheapest check first. */
import type { Rule } from '../rule.ts';
import { activationSteps, bookingOption, listingNotBookable, noPermission, sixthApplication } from './account.ts';
import { bearerMissing, headerMalformed } from './authorization-header.ts';
import { clockWrong } from './clock-wrong.ts';
import { couponDropped } from './coupon-dropped.ts';
import { browserRefused, intermediary, networkFailure, tlsFailure, upstreamFault } from './no-answer.ts';
import { nothingWrong } from './nothing-wrong.ts';
import { quoteExpired, quoteUsed } from './quote-gone.ts';
import { rateLimit } from './rate-limit.ts';
import { calendarBlocked, minimumNights } from './refused-stay.ts';
import { credentialsWrong, scopeMisspelt, wrongContentType } from './token-endpoint.ts';
import { tokenExpired, tokenUnknown } from './token-life.ts';
import { quotaUsedUp, renewalLimit } from './token-quota.ts';
import { deprecatedEndpoint, notHttps, oldApi, wrongBasePath } from './wrong-address.ts';
import { wrongApi } from './wrong-api.ts';
import { wrongEnvironment } from './wrong-environment.ts';
import { wrongParameters } from './wrong-parameters.ts';

export const RULES: readonly Rule[] = [
  ...[notHttps, browserRefused, oldApi, bearerMissing, headerMalformed, intermediary, tlsFailure, networkFailure],
  ...[upstreamFault, rateLimit, quotaUsedUp, renewalLimit, wrongContentType, scopeMisspelt, credentialsWrong],
  ...[tokenExpired, clockWrong, tokenUnknown, wrongApi, wrongEnvironment, wrongBasePath, deprecatedEndpoint],
  ...[calendarBlocked, minimumNights, couponDropped, quoteUsed, quoteExpired, wrongParameters, bookingOption],
  ...[activationSteps, listingNotBookable, noPermission, sixthApplication, nothingWrong],
];
