/** One sentence about the difference that explains why the service refused one of two exchanges, when the Doctor knows the cause. Pure. */

import { confidencePercent, ENOUGH_CONFIDENCE } from '../../../../shared/doctor/confidence.ts';
import type { CauseId, Diagnosis } from '../../../../shared/model/diagnosis.ts';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { lowerFirst } from '../../../../shared/text/first-letter.ts';
import { type ComparedField, type ComparedSection, differs, type FieldKind } from './compare-exchanges.ts';

const OF_REQUEST: readonly FieldKind[] = ['address', 'query', 'body'];

/** The fields in which a request with this cause differs from an accepted one. Other causes do not show in requests. */
const SHOWN_BY: Partial<Record<CauseId, readonly FieldKind[]>> = {
  bearerMissing: ['authorization'],
  headerMalformed: ['authorization'],
  tokenExpired: ['token', 'authorization'],
  tokenUnknown: ['token', 'authorization'],
  wrongApi: ['address', 'application', 'token'],
  wrongEnvironment: ['address', 'application'],
  wrongBasePath: ['address'],
  deprecatedEndpoint: ['address'],
  oldApi: ['address'],
  notHttps: ['address'],
  wrongContentType: ['contentType'],
  noPermission: ['application'],
  bookingOption: ['application', 'address'],
  activationSteps: ['application'],
  sixthApplication: ['application'],
  listingNotBookable: [...OF_REQUEST, 'application'],
  calendarBlocked: OF_REQUEST,
  minimumNights: OF_REQUEST,
  couponDropped: OF_REQUEST,
  quoteUsed: OF_REQUEST,
  quoteExpired: OF_REQUEST,
  wrongParameters: OF_REQUEST,
  rateLimit: ['limits'],
  quotaUsedUp: ['limits'],
  renewalLimit: ['limits'],
};

const MAX_NAMED = 3;

const isFailed = ({ status }: Exchange): boolean => status !== null && status >= 400;

/** Returns the failed one of two exchanges when the service accepted the other exchange; else null. */
export function refusedOf(left: Exchange, right: Exchange): Exchange | null {
  const [one, other] = [left, right].map(({ status }) => status !== null && status < 400);
  if (isFailed(left) && other) return left;
  return isFailed(right) && one ? right : null;
}

/** Writes the sentence that explains why one exchange was refused; null when the Doctor does not name a cause, or is not sure enough of it. */
export function explanation(diagnosis: Diagnosis, sections: readonly ComparedSection[]): string | null {
  const [verdict] = diagnosis.verdicts;
  if (diagnosis.outcome !== 'verdict' || !verdict || verdict.confidence < ENOUGH_CONFIDENCE) return null;
  const cause = `Most likely cause (${confidencePercent(verdict.confidence)}): ${lowerFirst(verdict.title)}.`;
  const shown = SHOWN_BY[verdict.cause] ?? [];
  const fields = sections
    .flatMap(({ fields: all }) => all)
    .filter((field) => differs(field) && shown.includes(field.kind));
  if (fields.length === 0)
    return `${cause} No difference below shows it, so look at what changed outside the requests.`;
  return `${cause} The difference that fits: ${named(fields)}.`;
}

function named(fields: readonly ComparedField[]): string {
  const some = fields.slice(0, MAX_NAMED).map(({ name, kind, left, right }) => {
    const label = kind === 'query' ? `the parameter ${name}` : kind === 'body' ? name : lowerFirst(name);
    return `${label} (${valueText(left)} and ${valueText(right)})`;
  });
  const more = fields.length - some.length;
  return [...some, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const MAX_VALUE = 60;

const valueText = (value: string | null): string =>
  value === null ? 'none' : value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;
