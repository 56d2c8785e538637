/** The sentence and the action for each error code. The switch is total: a new code without a text does not compile. */
import { assertNever } from '../app-error.ts';
import type { ErrorData, ErrorOf, ReportedError } from '../errors.ts';

export interface ErrorText {
  /** The problem in one sentence. */
  readonly sentence: string;
  /** The recommended action in one sentence. */
  readonly action: string;
}

const serviceMessage = (server: ReportedError): string =>
  server.serverMessage ? ` The service says: “${server.serverMessage}”` : '';

const MAY_BE_ISSUED = ' A token may still have been issued; it counts as spent.';

const errorText = (sentence: string, action: string): ErrorText => ({ sentence, action });

/** The sentence on a used-up quota. It says whether the service refused a token request, or the ledger prevented one. */
function quotaSentence({ label, limit, server }: ErrorOf<'quotaExhausted'>): string {
  if (server)
    return `The token endpoint issued no token for ${label} (${server.status}): its quota is used up.${serviceMessage(server)}`;
  return limit === null
    ? `The token endpoint issues no further token for ${label} now.`
    : `All ${limit} token slots of ${label} are used, so no token was requested.`;
}

/** Describes an error for a person. `formatInstant` writes an absolute instant on the reader's clock. */
export function describeError(
  error: ErrorData,
  formatInstant: (at: number) => string = (at) => new Date(at).toISOString(),
): ErrorText {
  switch (error.code) {
    case 'invalidInput':
      return errorText(error.issues.map((issue) => issue.message).join(' '), 'Correct it and try again.');
    case 'notFound':
      return errorText(`${error.what} was not found.`, 'Refresh; it may have been removed.');
    case 'applicationLimit':
      return errorText(
        `An account has at most ${error.limit} Booking Engine applications, and this connection already has them.`,
        'Remove one that is no longer used, then add the new one.',
      );
    case 'bookingOptionForbids':
      return errorText(
        `This application is set to “${error.option}”, which does not allow ${error.step}.`,
        'Choose the other step, or an application whose booking option allows it.',
      );
    case 'sandboxConnection':
      return errorText(
        'The sandbox connection belongs to the app and cannot be changed or removed.',
        'Add a connection of your own.',
      );
    case 'hostNotConfirmed':
      return errorText(
        `Nothing was changed: sending secrets to ${error.hosts.join(' and ')} was not confirmed.`,
        'Save again to be asked again, or enter the old host.',
      );
    case 'secretMissing':
      return errorText(`No Client Secret is stored for ${error.label}.`, 'Open Connections and enter it.');
    case 'secretUnreadable':
      return errorText(
        `The stored Client Secret of ${error.label} cannot be decrypted right now.`,
        'Unlock the key store of this machine and restart Latchkey, or enter the secret once more. Nothing was deleted.',
      );
    case 'storageFailed':
      if (error.access === 'key')
        return errorText(
          `${error.what} are locked: ${error.reason}.`,
          'Unlock the key store of this computer, then restart Latchkey. What is stored stays as it is.',
        );
      if (error.access === 'read')
        return errorText(
          `${error.what} could not be read: ${error.reason}.`,
          'Check the file and its permissions, or restore it from a backup, then try again.',
        );
      return errorText(
        `${error.what} could not be saved: ${error.reason}.`,
        'Free space or check permissions, then try again.',
      );
    case 'quotaExhausted':
      return errorText(
        quotaSentence(error),
        error.nextSlotAt === null
          ? 'Wait until a slot regenerates.'
          : `The next slot is free ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
      );
    case 'lastSlot':
      return errorText(
        `This would use the last token slot of ${error.label}.`,
        error.nextSlotAt === null
          ? 'Confirm to use it.'
          : `Confirm to use it; the next slot is free ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
      );
    case 'reserveKept':
      return errorText(
        `The ${error.reserve === 1 ? 'last slot' : `last ${error.reserve} slots`} of ${error.label} ${error.reserve === 1 ? 'is' : 'are'} reserved for emergencies, so no token was requested.`,
        error.nextSlotAt === null
          ? 'Renew the token yourself on its page, or lower the reserve in Connections.'
          : `Renew the token yourself on its page, lower the reserve in Connections, or wait: the next slot is free ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
      );
    case 'tokenNeeded':
      return errorText(
        `The app restarted, and ${error.label} has no valid token: continuing would have used a slot.`,
        'Resume the task when you want; that issues a token.',
      );
    case 'tokenNotAdoptable':
      return errorText(
        `This access token cannot be adopted: ${error.problem}.`,
        'Check the pasted text; no slot was spent.',
      );
    case 'credentialsRejected':
      return errorText(
        `The token endpoint rejected the credentials of ${error.label}.${serviceMessage(error.server)}`,
        'Check Client ID and Client Secret in Connections; no further attempt is made until they change.',
      );
    case 'tokenEndpointUnreachable':
      return errorText(
        `The token endpoint at ${error.host} could not be reached (${error.reason}).${error.mayHaveBeenIssued ? MAY_BE_ISSUED : ''}`,
        'Check the address and your network; waiting spends no slot.',
      );
    case 'tokenEndpointFailed':
      return errorText(
        `The token endpoint answered ${error.server.status} for ${error.label}.${serviceMessage(error.server)}${error.mayHaveBeenIssued ? MAY_BE_ISSUED : ''}`,
        'Try again later.',
      );
    case 'tokenAnswerUnusable':
      return errorText(
        `The token endpoint's answer cannot be used: ${error.problem}.`,
        'Check the token address; the exchange is in Traffic.',
      );
    case 'unauthorized':
      return errorText(
        `The service did not accept the access token (401)${error.replaced ? ', nor a newer one' : ''}.${serviceMessage(error.server)}`,
        'Open Doctor to see the likely causes.',
      );
    case 'forbidden':
      return errorText(
        `The service refused access (403)${error.replaced ? ', with a newer token too' : ''}.${serviceMessage(error.server)}`,
        `Open Doctor to see the likely causes${error.replaced ? '' : '; no slot was spent'}.`,
      );
    case 'rateLimited':
      return errorText(
        `The service received too many requests (429).${serviceMessage(error.server)}`,
        error.retryAt === null ? 'Wait a moment and try again.' : `Try again ${formatInstant(error.retryAt)}.`,
      );
    case 'refused':
      if (error.server.status === 404)
        return errorText(
          `The service has nothing at this address (404${error.server.serverCode ? ` ${error.server.serverCode}` : ''}).${serviceMessage(error.server)}`,
          'Check the request; if every request of this kind fails, choose another variant in Connections, Operations.',
        );
      return errorText(
        `The service refused the request (${error.server.status}${error.server.serverCode ? ` ${error.server.serverCode}` : ''}).${serviceMessage(error.server)}`,
        'Correct it and try again.',
      );
    case 'redirected':
      return errorText(
        `${error.host} redirects to ${error.location ?? 'another address, which it does not name'} (${error.status}). The app follows no redirect, because it would send secrets there.`,
        `If that is the right address, enter it in Connections as ${error.address}.`,
      );
    case 'serverFailed':
      return errorText(
        `The service failed (${error.server.status}).${serviceMessage(error.server)}`,
        'Try again in a moment.',
      );
    case 'unreachable':
      return errorText(
        `${error.host} could not be reached (${error.reason}).`,
        'Check the address and your network, then try again.',
      );
    case 'timedOut':
      return errorText(`${error.host} did not answer within ${Math.round(error.afterMs / 1_000)} s.`, 'Try again.');
    case 'outcomeUnknown':
      return errorText(
        `The answer to “${error.what}” was lost (${error.reason}): the service may have done it.`,
        error.mayRepeat
          ? 'Try again: doing it twice reserves nothing.'
          : 'Look it up before you repeat it; the app did not send it again.',
      );
    case 'answerUnusable':
      return errorText(`The answer cannot be used: ${error.problem}.`, 'The exchange is in Traffic.');
    case 'queueFull':
      return errorText(
        `${error.queued} requests are already queued (about ${Math.ceil(error.estimateMs / 1_000)} s).`,
        'Wait, or cancel some of them.',
      );
    case 'deadlineExceeded':
      return errorText(
        `“${error.what}” was not sent: its deadline of ${Math.round(error.afterMs / 1_000)} s passed.`,
        'Look at the queue in Traffic, then try again.',
      );
    case 'circuitOpen':
      return errorText(
        `${error.host} failed ${error.failures} times in a row (${error.reason}), so its circuit breaker is open.`,
        `The next attempt is ${formatInstant(error.until)}; “Send now”, here or in Traffic, makes it at once.`,
      );
    case 'servicePaused':
      return errorText(
        `“${error.what}” was not sent: ${error.host} asked for a pause (${error.status}).`,
        `The pause ends ${formatInstant(error.until)}; “Send now”, here or in Traffic, ends it at once.`,
      );
    case 'notReplayable':
      return errorText(`This request cannot be sent again: ${error.problem}.`, 'Repeat the action on its own page.');
    case 'addressMissing':
      return errorText(`This connection has no ${error.address}.`, 'Enter it in Connections.');
    case 'cancelled':
      return errorText('Cancelled.', 'Start it again when you want.');
    case 'quoteExpired':
      return errorText(
        `This quote expired ${formatInstant(error.expiredAt)}.`,
        'Make a new quote; prices may have changed.',
      );
    case 'quoteUsed':
      return errorText(
        `This quote has already become a reservation (${error.status}); a quote is single-use.`,
        'Make a new quote.',
      );
    case 'sandboxDown':
      return errorText(`The embedded sandbox is not running (${error.reason}).`, 'Restart the app.');
    case 'internal':
      return errorText(
        `Something went wrong in the app itself (log id ${error.logId}).`,
        'Try again; if it stays, report it with the log id.',
      );
    default:
      return assertNever(error);
  }
}

/** The basis of a countdown, for a person. */
export function basisText(basis: 'rolling' | 'utcMidnight' | 'server'): string {
  if (basis === 'server') return 'reported by the server';
  return basis === 'rolling' ? 'assuming a rolling 24 h window' : 'assuming a reset at 00:00 UTC';
}
