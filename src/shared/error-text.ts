/** One sentence and one thing to do for each error code. Total over the codes: a new code does not compile without its text. */
import { assertNever, type ErrorData, type ReportedError } from './errors.ts';

export interface ErrorText {
  /** What happened, one sentence. */
  readonly sentence: string;
  /** What to do, one sentence. */
  readonly action: string;
}

const said = (server: ReportedError): string =>
  server.serverMessage ? ` The service says: “${server.serverMessage}”` : '';

const text = (sentence: string, action: string): ErrorText => ({ sentence, action });

/** Writes an error for a person. `formatInstant` renders an absolute instant the way the reader's clock shows it. */
export function describeError(
  error: ErrorData,
  formatInstant: (at: number) => string = (at) => new Date(at).toISOString(),
): ErrorText {
  switch (error.code) {
    case 'invalidInput':
      return text(error.issues.map((issue) => issue.message).join(' '), 'Correct it and try again.');
    case 'notFound':
      return text(`${error.what} was not found.`, 'Refresh; it may have been removed.');
    case 'applicationLimit':
      return text(
        `An account has at most ${error.limit} Booking Engine applications, and this connection already has them.`,
        'Remove one that is no longer used, then add the new one.',
      );
    case 'bookingOptionForbids':
      return text(
        `This application is set to “${error.option}”, which does not allow ${error.step}.`,
        'Choose the other step, or an application whose booking option allows it.',
      );
    case 'sandboxConnection':
      return text(
        'The sandbox connection belongs to the console and cannot be changed or removed.',
        'Add a connection of your own.',
      );
    case 'secretMissing':
      return text(`No Client Secret is stored for ${error.label}.`, 'Open Connections and enter it.');
    case 'secretUnreadable':
      return text(
        `The stored Client Secret of ${error.label} cannot be decrypted right now.`,
        'Unlock the key store of this machine and try again, or enter the secret once more. Nothing was deleted.',
      );
    case 'storageFailed':
      return text(
        `${error.what} could not be saved: ${error.reason}.`,
        'Free space or check permissions, then try again.',
      );
    case 'quotaExhausted':
      return text(
        `All ${error.limit} token slots of ${error.label} are used, so no token was asked for.`,
        error.nextSlotAt === null
          ? 'Wait for a slot to come back.'
          : `The next slot comes ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
      );
    case 'lastSlot':
      return text(
        `This would use the last token slot of ${error.label}.`,
        error.nextSlotAt === null
          ? 'Confirm it if you want it all the same.'
          : `Confirm it if you want it all the same; the next slot comes ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
      );
    case 'reserveKept':
      return text(
        `The ${error.reserve === 1 ? 'last slot' : `last ${error.reserve} slots`} of ${error.label} ${error.reserve === 1 ? 'is' : 'are'} kept back for emergencies, so no token was asked for.`,
        error.nextSlotAt === null
          ? 'Obtain one yourself on the token page, or lower the reserve in Connections.'
          : `Obtain one yourself on the token page, lower the reserve in Connections, or wait: the next slot comes ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
      );
    case 'tokenNeeded':
      return text(
        `The console was restarted, and ${error.label} has no valid token: going on by itself would have spent an issuance.`,
        'Resume it when you want; that obtains a token.',
      );
    case 'tokenNotAdoptable':
      return text(
        `This access token cannot be taken over: ${error.problem}.`,
        'Check what was pasted; nothing was spent.',
      );
    case 'credentialsRejected':
      return text(
        `The token endpoint rejected the credentials of ${error.label}.${said(error.server)}`,
        'Check Client ID and Client Secret in Connections; no further attempt is made until they change.',
      );
    case 'tokenEndpointUnreachable':
      return text(
        `The token endpoint at ${error.host} could not be reached (${error.reason}).${error.mayHaveBeenIssued ? ' A token may have been issued all the same; it is counted as spent.' : ''}`,
        'Check the address and your connection; no slot is spent by waiting.',
      );
    case 'tokenEndpointFailed':
      return text(
        `The token endpoint answered ${error.server.status} for ${error.label}.${said(error.server)}`,
        'Try again later.',
      );
    case 'tokenAnswerUnusable':
      return text(
        `The token endpoint's answer cannot be used: ${error.problem}.`,
        'Check the token address; the exchange is in Traffic.',
      );
    case 'unauthorized':
      return text(
        `The service did not accept the access token (401).${said(error.server)}`,
        'Open Doctor to see what is known about it.',
      );
    case 'forbidden':
      return text(
        `The service refused access (403).${said(error.server)}`,
        'Open Doctor to see what is known about it; no token was spent.',
      );
    case 'rateLimited':
      return text(
        `The service says there were too many requests (429).${said(error.server)}`,
        error.retryAt === null ? 'Wait a little and try again.' : `Try again ${formatInstant(error.retryAt)}.`,
      );
    case 'refused':
      if (error.server.status === 404)
        return text(
          `The service knows nothing at this address (404${error.server.serverCode ? ` ${error.server.serverCode}` : ''}).${said(error.server)}`,
          'Check what was asked for; if every request of this kind ends so, choose another way in Connections, Operations.',
        );
      return text(
        `The service refused the request (${error.server.status}${error.server.serverCode ? ` ${error.server.serverCode}` : ''}).${said(error.server)}`,
        error.server.requestId
          ? `Correct it and try again; support asks for request id ${error.server.requestId}.`
          : 'Correct it and try again.',
      );
    case 'serverFailed':
      return text(`The service failed (${error.server.status}).${said(error.server)}`, 'Try again in a moment.');
    case 'unreachable':
      return text(
        `${error.host} could not be reached (${error.reason}).`,
        'Check the address and your connection, then try again.',
      );
    case 'timedOut':
      return text(`${error.host} did not answer within ${Math.round(error.afterMs / 1_000)} s.`, 'Try again.');
    case 'outcomeUnknown':
      return text(
        `The answer to “${error.what}” was lost (${error.reason}): it may have been done.`,
        'Look it up before you repeat it; the console did not send it again.',
      );
    case 'answerUnusable':
      return text(`The answer cannot be used: ${error.problem}.`, 'The exchange is in Traffic.');
    case 'queueFull':
      return text(
        `${error.waiting} requests are already waiting (about ${Math.ceil(error.estimateMs / 1_000)} s).`,
        'Wait, or cancel some of them.',
      );
    case 'deadlinePassed':
      return text(
        `“${error.what}” was given up after ${Math.round(error.afterMs / 1_000)} s of waiting; it was not sent.`,
        'Look at what waits in Traffic, then try again.',
      );
    case 'serviceResting':
      return text(
        `${error.host} failed ${error.failures} times in a row (${error.reason}), so it is left alone for a while.`,
        `It may be tried again ${formatInstant(error.until)}; you can end its rest in Traffic.`,
      );
    case 'notReplayable':
      return text(`This request cannot be sent again: ${error.problem}.`, 'Do it again where it was made.');
    case 'addressMissing':
      return text(`This connection has no ${error.address}.`, 'Enter it in Connections.');
    case 'cancelled':
      return text('Cancelled.', 'Start it again when you want.');
    case 'quoteExpired':
      return text(
        `This quote expired ${formatInstant(error.expiredAt)}.`,
        'Make a new quote; prices may have changed.',
      );
    case 'quoteUsed':
      return text(
        `This quote has already become a reservation (${error.status}); a quote is single-use.`,
        'Make a new quote.',
      );
    case 'sandboxDown':
      return text(`The embedded sandbox is not running (${error.reason}).`, 'Restart the console.');
    case 'internal':
      return text(
        `Something went wrong in the console itself (log id ${error.logId}).`,
        'Try again; if it stays, report it with the log id.',
      );
    default:
      return assertNever(error);
  }
}

/** How a countdown's basis is named to a person. */
export function basisText(basis: 'rolling' | 'utcMidnight' | 'server'): string {
  if (basis === 'server') return 'the server says';
  return basis === 'rolling' ? 'assuming a rolling 24 h window' : 'assuming a reset at 00:00 UTC';
}
