/** The account is inactive or may not do this (service.md §8.4: Open API 403; §8.3: FORBIDDEN). */
import { allowedSteps } from '../../../shared/connection/account.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/text/api-names.ts';
import type { Facts } from '../facts/facts.ts';
import {
  acceptedFor,
  allOf,
  type Finding,
  named,
  type Rule,
  say,
  saysText,
  stated,
  statementIn,
  when,
} from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { noTokenFindings } from './sent-token.ts';

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
      ...noTokenFindings(facts),
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
  const { status, envelope, failure, tokenLeftMs } = facts;
  const account = statementIn(facts, 'accountInactive');
  const writing = account || status === 401 || failure.method === 'GET' ? null : statementIn(facts, 'writingForbidden');
  const lacking = account || writing || status === 401 ? null : statementIn(facts, 'permissionLacking');
  const said = allOf(
    account && named(account, 'the account').map(stated),
    writing && named(writing, 'writing').map(stated),
    lacking && named(lacking, 'the permission'),
  );
  if (status === 401) return [...said, say.unlikely('A 401 concerns the token rather than a permission.')];
  const isCode = envelope.code === 'FORBIDDEN';
  const permission = account || lacking || isCode ? null : statementIn(facts, 'anyRefusal');
  const isAlive = failure.authorization.kind === 'bearer' && tokenLeftMs !== null && tokenLeftMs > 0;
  const unlessSpecific = isSpecific(facts) ? say.weak : say.moderate;
  return allOf(
    said,
    say.weak('A 403 concerns what the account may do, unless it means an expired or invalid token.'),
    isCode && unlessSpecific('The service’s code FORBIDDEN is documented as outside what this application may do.'),
    permission && say.weak(saysText(permission)),
    isAlive && unlessSpecific('A token of this form, alive by its own expiry, was sent, and the answer is 403.'),
  );
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
  const { sameAfter, sameBefore, newerAccepted, acceptedElsewhere, refusedElsewhere } = history;
  const isForbidden = status === 403;
  const other = history.otherAfter ?? history.otherBefore;
  // A quote step may also be refused because the account is not activated.
  const ofOperation = endpoint.startsWith('quote') ? say.weak : say.strong;
  // One listing may be outside the booking engine, and others not.
  const isOfListing = endpoint === 'quoteCreate' || endpoint === 'calendar' || endpoint === 'listing';
  const withdrawn = !isForbidden ? say.against : isOfListing ? say.unlikely : say.known;
  return allOf(
    sameAfter
      ? say.unlikely(
          `The same operation was accepted with the same token ${when(sameAfter)}: if permission was missing, it has been granted since.`,
          sameAfter,
        )
      : other &&
          (isForbidden
            ? ofOperation(
                `The same token was accepted for ${acceptedFor(other)}, so it is this operation that is refused.`,
                other,
              )
            : say.known(`The same token was accepted for ${acceptedFor(other)}.`, other)),
    isForbidden &&
      (history.newerRefused
        ? say.strong('A newer token was refused for the same operation as well.')
        : history.olderRefused && say.moderate('An older token was refused for the same operation before.')),
    sameBefore &&
      !sameAfter &&
      withdrawn(
        `The same operation was accepted with the same token ${when(sameBefore)}: permission would have been withdrawn since.`,
        sameBefore,
      ),
    acceptedElsewhere
      ? say.known(
          `Another application was accepted for ${acceptedFor(acceptedElsewhere)}: it is this application, not the account.`,
          acceptedElsewhere,
        )
      : isForbidden &&
          refusedElsewhere &&
          say.moderate(
            `Another application was refused for ${acceptedFor(refusedElsewhere)} as well: it is the account rather than one token.`,
            refusedElsewhere,
          ),
    newerAccepted &&
      !sameAfter &&
      say.excluded(`The same operation was accepted with a newer token ${when(newerAccepted)}.`, newerAccepted),
  );
}
