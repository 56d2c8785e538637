/** All rules, in the order in which a person should check equally likely causes: the cheapest check first. */
import type { Rule } from '../rule.ts';
import { rule as activationSteps } from './activation-steps.ts';
import { rule as bearerMissing } from './bearer-missing.ts';
import { rule as bookingOption } from './booking-option.ts';
import { rule as browserRefused } from './browser-refused.ts';
import { rule as calendarBlocked } from './calendar-blocked.ts';
import { rule as clockWrong } from './clock-wrong.ts';
import { rule as couponDropped } from './coupon-dropped.ts';
import { rule as credentialsWrong } from './credentials-wrong.ts';
import { rule as deprecatedEndpoint } from './deprecated-endpoint.ts';
import { rule as headerMalformed } from './header-malformed.ts';
import { rule as intermediary } from './intermediary.ts';
import { rule as listingNotBookable } from './listing-not-bookable.ts';
import { rule as minimumNights } from './minimum-nights.ts';
import { rule as networkFailure } from './network-failure.ts';
import { rule as noPermission } from './no-permission.ts';
import { rule as notHttps } from './not-https.ts';
import { rule as nothingWrong } from './nothing-wrong.ts';
import { rule as oldApi } from './old-api.ts';
import { rule as quotaUsedUp } from './quota-used-up.ts';
import { rule as quoteExpired } from './quote-expired.ts';
import { rule as quoteUsed } from './quote-used.ts';
import { rule as rateLimit } from './rate-limit.ts';
import { rule as renewalLimit } from './renewal-limit.ts';
import { rule as scopeMisspelt } from './scope-misspelt.ts';
import { rule as sixthApplication } from './sixth-application.ts';
import { rule as tlsFailure } from './tls-failure.ts';
import { rule as tokenExpired } from './token-expired.ts';
import { rule as tokenUnknown } from './token-unknown.ts';
import { rule as upstreamFault } from './upstream-fault.ts';
import { rule as wrongApi } from './wrong-api.ts';
import { rule as wrongBasePath } from './wrong-base-path.ts';
import { rule as wrongContentType } from './wrong-content-type.ts';
import { rule as wrongEnvironment } from './wrong-environment.ts';
import { rule as wrongParameters } from './wrong-parameters.ts';

export const RULES: readonly Rule[] = [
  notHttps,
  browserRefused,
  oldApi,
  bearerMissing,
  headerMalformed,
  intermediary,
  tlsFailure,
  networkFailure,
  upstreamFault,
  rateLimit,
  quotaUsedUp,
  renewalLimit,
  wrongContentType,
  scopeMisspelt,
  credentialsWrong,
  tokenExpired,
  clockWrong,
  tokenUnknown,
  wrongApi,
  wrongEnvironment,
  wrongBasePath,
  deprecatedEndpoint,
  calendarBlocked,
  minimumNights,
  couponDropped,
  quoteUsed,
  quoteExpired,
  wrongParameters,
  bookingOption,
  activationSteps,
  listingNotBookable,
  noPermission,
  sixthApplication,
  nothingWrong,
];
