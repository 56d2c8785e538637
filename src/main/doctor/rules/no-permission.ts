/** The account is inactive or may not do this (service.md §8.4: Open API 403; §8.3: FORBIDDEN). */
import { allowedSteps } from '../../../shared/connection/account.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/text/api-names.ts';
import type { Facts } from '../facts/facts.ts';
import { acceptedFor, type Finding, named, type Rule, say, saysText, stated, statementIn, when } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { noTokenSent } from './sent-token.ts';

export const rule: Rule = {
  cause: 'noPermission',
  title: 'The account lacks permission',
  source: 'service.md §8.1, §8.4',
  confirm: {
    text: 'Send a cheap read of another operation with the same token; if that works, it is this permission.',
    cost: 'request',
  },
  remedy: ({ surroundings: { history } }) =>
    `${history?.acceptedElsewhere ? 'Another application of this account may do it: use that one, or compare what the two may do in the account. ' : ''}Ask the account’s owner, then support, whether the account is active and allowed to do this; quote the request id. A new token does not help.`,
  weigh: (facts) => {
    if (facts.isToken || !facts.isRefused) return null;
    return [
      ...noTokenSent(facts),
      ...spoken(facts),
      ...bookingOption(facts),
      ...otherRequests(facts),
      ...notByService(facts),
    ];
  },
};

/** Whether the endpoint may be refused for reasons of its own: a listing outside the booking engine, or a forbidden quote step. */
const isSpecific = ({ endpoint }: Facts): boolean =>
  endpoint.startsWith('quote') || endpoint === 'listing' || endpoint === 'calendar';

function spoken(facts: Facts): Finding[] {
  const { status, envelope } = facts;
  const findings: Finding[] = [];
  const account = statementIn(facts, 'accountInactive');
  if (account) findings.push(...named(account, 'the account').map(stated));
  const writing =
    account || status === 401 || facts.failure.method === 'GET' ? null : statementIn(facts, 'writingForbidden');
  if (writing) findings.push(...named(writing, 'writing').map(stated));
  const lacking = account || writing || status === 401 ? null : statementIn(facts, 'permissionLacking');
  if (lacking) findings.push(...named(lacking, 'the permission'));
  if (status === 401) return [...findings, say.unlikely('A 401 concerns the token rather than a permission.')];
  findings.push(say.weak('A 403 concerns what the account may do, unless it means an expired or invalid token.'));
  if (envelope.code === 'FORBIDDEN') {
    const text = 'The service’s code FORBIDDEN is documented as outside what this application may do.';
    findings.push(isSpecific(facts) ? say.weak(text) : say.moderate(text));
  }
  const permission = account || lacking ? null : statementIn(facts, 'anyRefusal');
  if (permission && envelope.code !== 'FORBIDDEN') findings.push(say.weak(saysText(permission)));
  const { kind } = facts.failure.authorization;
  if (kind === 'bearer' && facts.tokenLeftMs !== null && facts.tokenLeftMs > 0) {
    const text = 'A token of this form, alive by its own expiry, was sent, and the answer is 403.';
    findings.push(isSpecific(facts) ? say.weak(text) : say.moderate(text));
  }
  return findings;
}

/** Findings from the booking option, which is the account's permission for an application to book. */
function bookingOption({ status, endpoint, surroundings: { connection } }: Facts): Finding[] {
  const option = connection?.bookingOption ?? null;
  if (status !== 403 || option === null || !(endpoint === 'quoteInstant' || endpoint === 'quoteRequest')) return [];
  return allowedSteps(option)[endpoint === 'quoteInstant' ? 'instant' : 'request']
    ? [say.unlikely(`The application’s option “${BOOKING_OPTION_NAMES[option]}” permits this step.`)]
    : [];
}

function otherRequests({ surroundings: { history }, status, endpoint }: Facts): Finding[] {
  if (history === null) return [];
  const findings: Finding[] = [];
  const other = history.otherAfter ?? history.otherBefore;
  if (history.sameAfter) {
    const text = `The same operation was accepted with the same token ${when(history.sameAfter)}: if permission was missing, it has been granted since.`;
    findings.push(say.unlikely(text, history.sameAfter));
  } else if (other && status === 403) {
    const text = `The same token was accepted for ${acceptedFor(other)}, so it is this operation that is refused.`;
    // A quote step may also be refused because the account is not activated.
    findings.push(endpoint.startsWith('quote') ? say.weak(text, other) : say.strong(text, other));
  } else if (other) findings.push(say.known(`The same token was accepted for ${acceptedFor(other)}.`, other));
  if (status === 403 && history.newerRefused)
    findings.push(say.strong('A newer token was refused for the same operation as well.'));
  else if (status === 403 && history.olderRefused)
    findings.push(say.moderate('An older token was refused for the same operation before.'));
  if (history.sameBefore && !history.sameAfter) {
    const text = `The same operation was accepted with the same token ${when(history.sameBefore)}: permission would have been withdrawn since.`;
    const ofListing = endpoint === 'quoteCreate' || endpoint === 'calendar' || endpoint === 'listing';
    findings.push(
      status === 403
        ? // One listing may be outside the booking engine, and others not.
          (ofListing ? say.unlikely : say.known)(text, history.sameBefore)
        : say.against(text, history.sameBefore),
    );
  }
  if (history.acceptedElsewhere) {
    const text = `Another application was accepted for ${acceptedFor(history.acceptedElsewhere)}: it is this application, not the account.`;
    findings.push(say.known(text, history.acceptedElsewhere));
  } else if (status === 403 && history.refusedElsewhere) {
    const text = `Another application was refused for ${acceptedFor(history.refusedElsewhere)} as well: it is the account rather than one token.`;
    findings.push(say.moderate(text, history.refusedElsewhere));
  }
  if (history.newerAccepted && !history.sameAfter) {
    const text = `The same operation was accepted with a newer token ${when(history.newerAccepted)}.`;
    findings.push(say.excluded(text, history.newerAccepted));
  }
  return findings;
}
