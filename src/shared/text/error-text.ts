/** The sentence and the action for each error code. A code without a text does not compile. */
import type { ErrorData, ErrorOf, ReportedError } from '../errors.ts';

export interface ErrorText {
  readonly sentence: string;
  readonly action: string;
}

const serviceMessage = (server: ReportedError): string =>
  server.serverMessage ? ` The service says: “${server.serverMessage}”` : '';

const MAY_BE_ISSUED = ' A token may still have been issued; it counts as spent.';

export const errorText = (sentence: string, action: string): ErrorText => ({ sentence, action });

/** The sentence about a used-up quota. It says whether the service refused a token request, or the console sent none because of the ledger. */
function quotaSentence({ label, limit, server }: ErrorOf<'quotaExhausted'>): string {
  if (server)
    return `The token endpoint issued no token for ${label} (${server.status}): its quota is used up.${serviceMessage(server)}`;
  return limit === null
    ? `The token endpoint issues no further token for ${label} now.`
    : `All ${limit} token slots of ${label} are used, so no token was requested.`;
}

/** The codes that only other programs get; their texts are in program-error-text.ts. */
export type ProgramErrorCode = 'notGranted' | 'grantPending' | 'programPaused' | 'budgetUsed' | 'tokenWithheld';

/** The text for each code. `formatInstant` writes an instant (epoch ms) on the reader's clock. */
const TEXTS: {
  readonly [Code in Exclude<ErrorData['code'], ProgramErrorCode>]: (
    error: ErrorOf<Code>,
    formatInstant: (at: number) => string,
  ) => ErrorText;
} = {
  invalidInput: (error) => errorText(error.issues.map((issue) => issue.message).join(' '), 'Correct it and try again.'),
  notFound: (error) => errorText(`${error.what} was not found.`, 'Refresh; it may have been removed.'),
  applicationLimit: (error) =>
    errorText(
      `An account has at most ${error.limit} Booking Engine applications, and this connection already has them.`,
      'Remove one that is no longer used, then add the new one.',
    ),
  bookingOptionForbids: (error) =>
    errorText(
      `This application is set to “${error.option}”, which does not allow ${error.step}.`,
      'Choose the other step, or an application whose booking option allows it.',
    ),
  sandboxConnection: () =>
    errorText(
      'The sandbox connection belongs to the app and cannot be changed or removed.',
      'Add a connection of your own.',
    ),
  hostNotConfirmed: (error) =>
    errorText(
      `Nothing was changed: sending secrets to ${error.hosts.join(' and ')} was not confirmed.`,
      'Save again to be asked again, or enter the old host.',
    ),
  secretMissing: (error) =>
    errorText(`No Client Secret is stored for ${error.label}.`, 'Open Connections and enter it.'),
  secretUnreadable: (error) =>
    errorText(
      `The stored Client Secret of ${error.label} cannot be decrypted right now.`,
      'Unlock the key store of this machine and restart Latchkey, or enter the secret once more. Nothing was deleted.',
    ),
  storageFailed: (error) => {
    if (error.access === 'key')
      return errorText(
        `${error.what} are locked: ${error.reason}.`,
        'Unlock the key store of this computer, then restart Latchkey. What is stored stays as it is.',
      );
    if (error.access === 'version')
      return errorText(
        `${error.what} could not be read: ${error.reason}.`,
        'Install the newest version of Latchkey. What is stored stays as it is.',
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
  },
  quotaExhausted: (error, formatInstant) =>
    errorText(
      quotaSentence(error),
      error.nextSlotAt === null
        ? 'Wait until a slot regenerates.'
        : `The next slot is free ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
    ),
  lastSlot: (error, formatInstant) =>
    errorText(
      `This would use the last token slot of ${error.label}.`,
      error.nextSlotAt === null
        ? 'Confirm to use it.'
        : `Confirm to use it; the next slot is free ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
    ),
  reserveKept: (error, formatInstant) =>
    errorText(
      `The ${error.reserve === 1 ? 'last slot' : `last ${error.reserve} slots`} of ${error.label} ${error.reserve === 1 ? 'is' : 'are'} reserved for emergencies, so no token was requested.`,
      error.nextSlotAt === null
        ? 'Renew the token yourself on its page, or lower the reserve in Connections.'
        : `Renew the token yourself on its page, lower the reserve in Connections, or wait: the next slot is free ${formatInstant(error.nextSlotAt)} (${basisText(error.assumption)}).`,
    ),
  tokenNeeded: (error) =>
    errorText(
      `The app restarted, and ${error.label} has no valid token: continuing would have used a slot.`,
      'Resume the task when you want; that issues a token.',
    ),
  resultsGone: () =>
    errorText(
      'The results of this task are gone: cache.db, which kept them, is missing or was damaged.',
      'Resume the task to run the missing steps again.',
    ),
  tokenNotAdoptable: (error) =>
    errorText(`This access token cannot be adopted: ${error.problem}.`, 'Check the pasted text; no slot was spent.'),
  credentialsRejected: (error) =>
    errorText(
      `The token endpoint rejected the credentials of ${error.label}.${serviceMessage(error.server)}`,
      'Check Client ID and Client Secret in Connections; no further attempt is made until they change.',
    ),
  tokenEndpointUnreachable: (error) =>
    errorText(
      `The token endpoint at ${error.host} could not be reached (${error.reason}).${error.mayHaveBeenIssued ? MAY_BE_ISSUED : ''}`,
      'Check the address and your network; waiting spends no slot.',
    ),
  tokenEndpointFailed: (error) =>
    errorText(
      `The token endpoint answered ${error.server.status} for ${error.label}.${serviceMessage(error.server)}${error.mayHaveBeenIssued ? MAY_BE_ISSUED : ''}`,
      'Try again later.',
    ),
  tokenAnswerUnusable: (error) =>
    errorText(
      `The token endpoint's answer cannot be used: ${error.problem}.`,
      'Check the token address; the exchange is in Traffic.',
    ),
  unauthorized: (error) =>
    errorText(
      `The service did not accept the access token (401)${error.replaced ? ', nor a newer one' : ''}.${serviceMessage(error.server)}`,
      'Open Doctor to see the likely causes.',
    ),
  forbidden: (error) =>
    errorText(
      `The service refused access (403)${error.replaced ? ', with a newer token too' : ''}.${serviceMessage(error.server)}`,
      `Open Doctor to see the likely causes${error.replaced ? '' : '; no slot was spent'}.`,
    ),
  rateLimited: (error, formatInstant) =>
    errorText(
      `The service received too many requests (429).${serviceMessage(error.server)}`,
      error.retryAt === null ? 'Wait a moment and try again.' : `Try again ${formatInstant(error.retryAt)}.`,
    ),
  refused: (error) => {
    if (error.server.status === 404)
      return errorText(
        `The service has nothing at this address (404${error.server.serverCode ? ` ${error.server.serverCode}` : ''}).${serviceMessage(error.server)}`,
        'Check the request; if every request of this kind fails, choose another variant in Connections, Operations.',
      );
    return errorText(
      `The service refused the request (${error.server.status}${error.server.serverCode ? ` ${error.server.serverCode}` : ''}).${serviceMessage(error.server)}`,
      'Correct it and try again.',
    );
  },
  redirected: (error) =>
    errorText(
      `${error.host} redirects to ${error.location ?? 'another address, which it does not name'} (${error.status}). The app follows no redirect, because it would send secrets there.`,
      `If that is the right address, enter it in Connections as ${error.address}.`,
    ),
  serverFailed: (error) =>
    errorText(`The service failed (${error.server.status}).${serviceMessage(error.server)}`, 'Try again in a moment.'),
  unreachable: (error) =>
    errorText(
      `${error.host} could not be reached (${error.reason}).`,
      'Check the address and your network, then try again.',
    ),
  timedOut: (error) =>
    errorText(`${error.host} did not answer within ${Math.round(error.afterMs / 1_000)} s.`, 'Try again.'),
  outcomeUnknown: (error) =>
    errorText(
      `The answer to “${error.what}” was lost (${error.reason}): the service may have done it.`,
      error.mayRepeat
        ? 'Try again: doing it twice reserves nothing.'
        : 'Look it up before you repeat it; the app did not send it again.',
    ),
  answerUnusable: (error) => errorText(`The answer cannot be used: ${error.problem}.`, 'The exchange is in Traffic.'),
  queueFull: (error) =>
    errorText(
      `${error.queued} requests are already queued (about ${Math.ceil(error.estimateMs / 1_000)} s).`,
      'Wait, or cancel some of them.',
    ),
  deadlineExceeded: (error) =>
    errorText(
      `“${error.what}” was not sent: its deadline of ${Math.round(error.afterMs / 1_000)} s passed.`,
      'Look at the queue in Traffic, then try again.',
    ),
  circuitOpen: (error, formatInstant) =>
    errorText(
      `${error.host} failed ${error.failures} times in a row (${error.reason}), so its circuit breaker is open.`,
      `The next attempt is ${formatInstant(error.until)}; “Send now”, here or in Traffic, makes it at once.`,
    ),
  servicePaused: (error, formatInstant) =>
    errorText(
      `“${error.what}” was not sent: ${error.host} asked for a pause (${error.status}).`,
      `The pause ends ${formatInstant(error.until)}; “Send now”, here or in Traffic, ends it at once.`,
    ),
  notReplayable: (error) =>
    errorText(`This request cannot be sent again: ${error.problem}.`, 'Repeat the action on its own page.'),
  addressMissing: (error) => errorText(`This connection has no ${error.address}.`, 'Enter it in Connections.'),
  cancelled: () => errorText('Cancelled.', 'Start it again when you want.'),
  quoteExpired: (error, formatInstant) =>
    errorText(`This quote expired ${formatInstant(error.expiredAt)}.`, 'Make a new quote; prices may have changed.'),
  quoteUsed: (error) =>
    errorText(
      `This quote has already become a reservation (${error.status}); a quote is single-use.`,
      'Make a new quote.',
    ),
  teamUnreachable: (error) =>
    errorText(
      `No token was requested for ${error.label}: the team’s server does not answer, and only one desktop may request one without it.`,
      'Wait until the server is back, or paste a colleague’s token.',
    ),
  teamServerFailed: ({ problem }) => errorText(problem, 'Check the server on the connection’s tab Team.'),
  sandboxDown: (error) => errorText(`The embedded sandbox is not running (${error.reason}).`, 'Restart the app.'),
  locked: () => errorText('The app is locked.', 'Unlock it first.'),
  internal: (error) =>
    errorText(
      `Something went wrong in the app itself (log id ${error.logId}).`,
      'Try again; if it stays, report it with the log id.',
    ),
};

/** Describes an error for a person. `formatInstant` writes an instant (epoch ms) on the reader's clock. */
export function describeError(
  error: ErrorData,
  formatInstant: (at: number) => string = (at) => new Date(at).toISOString(),
): ErrorText {
  const texts: Partial<Record<ErrorData['code'], (error: never, formatInstant: (at: number) => string) => ErrorText>> =
    TEXTS;
  return (
    texts[error.code]?.(error as never, formatInstant) ??
    errorText('Another program was refused.', 'Look at the programs in Settings.')
  );
}

/** Writes the reason for the time of the next slot: the server reported it, or the console assumes a reset rule. */
export function basisText(basis: 'rolling' | 'utcMidnight' | 'server'): string {
  if (basis === 'server') return 'reported by the server';
  return basis === 'rolling' ? 'assuming a rolling 24 h window' : 'assuming a reset at 00:00 UTC';
}
