/** The classes of causes by which a person filters failures. This file imports no schemas, because the window imports it. */
import type { CauseId } from '../model/diagnosis.ts';

/**
 * The classes of causes. `token`: the cause is a token or its credentials. `request`: the cause is an address or a field of
 * the request. `unknown`: too little is known, or nothing is wrong.
 */
export const CAUSE_CLASSES = [
  'token',
  'permission',
  'limit',
  'request',
  'booking',
  'service',
  'network',
  'unknown',
] as const;
export type CauseClass = (typeof CAUSE_CLASSES)[number];

export const CAUSE_CLASS_NAMES: Record<CauseClass, string> = {
  token: 'Token and credentials',
  permission: 'Permission',
  limit: 'Limits',
  request: 'Address and request',
  booking: 'Booking',
  service: 'The service',
  network: 'Network',
  unknown: 'Not known',
};

const CLASSES: Record<CauseId, CauseClass> = {
  bearerMissing: 'token',
  headerMalformed: 'token',
  tokenExpired: 'token',
  tokenUnknown: 'token',
  clockWrong: 'token',
  wrongApi: 'token',
  credentialsWrong: 'token',
  scopeMisspelt: 'token',
  wrongContentType: 'request',
  wrongEnvironment: 'request',
  wrongBasePath: 'request',
  deprecatedEndpoint: 'request',
  oldApi: 'request',
  notHttps: 'request',
  wrongParameters: 'request',
  quotaUsedUp: 'limit',
  renewalLimit: 'limit',
  sixthApplication: 'limit',
  rateLimit: 'limit',
  noPermission: 'permission',
  bookingOption: 'permission',
  activationSteps: 'permission',
  listingNotBookable: 'permission',
  calendarBlocked: 'booking',
  minimumNights: 'booking',
  couponDropped: 'booking',
  quoteUsed: 'booking',
  quoteExpired: 'booking',
  upstreamFault: 'service',
  intermediary: 'network',
  browserRefused: 'network',
  networkFailure: 'network',
  tlsFailure: 'network',
  nothingWrong: 'unknown',
  notEnough: 'unknown',
};

export const causeClassOf = (cause: CauseId): CauseClass => CLASSES[cause];
