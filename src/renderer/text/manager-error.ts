/** Describes errors in a property manager's words: the problem and the action, without tokens, limits, statuses and codes. */
import type { ErrorData, ReportedError } from '../../shared/errors.ts';
import type { ErrorText } from '../../shared/text/error-text.ts';

/** The texts for the service's codes (service.md §8.3). */
const CODES: Readonly<Record<string, ErrorText>> = {
  LISTING_CALENDAR_BLOCKED: { sentence: 'Already taken on these dates.', action: 'Choose other dates.' },
  MIN_NIGHT_MISMATCH: { sentence: 'The stay is shorter than this property allows.', action: 'Choose more nights.' },
};

const AGAIN = 'Try again in a moment.';
const CHECK_CREDENTIALS = 'Check the credentials in Connections.';

/** Writes the text for an error whose general text would name tokens, limits, statuses or codes; null for any other error. */
export function managerErrorText(error: ErrorData, formatInstant: (at: number) => string): ErrorText | null {
  const text = (sentence: string, action: string): ErrorText => ({ sentence, action });
  switch (error.code) {
    case 'applicationLimit':
      return text(
        `An account has at most ${error.limit} booking channels, and this connection already has them.`,
        'Remove one that is no longer used, then add the new one.',
      );
    case 'bookingOptionForbids':
      return text(
        `This booking channel is set to “${error.option}”, which does not allow ${error.step}.`,
        'Choose the other step, or a booking channel that allows it.',
      );
    case 'quotaExhausted':
      return error.nextSlotAt === null
        ? text(`${error.label} is locked for now.`, 'It unlocks by itself within a day.')
        : text(`${error.label} is locked until ${formatInstant(error.nextSlotAt)}.`, 'It unlocks by itself then.');
    case 'lastSlot':
    case 'reserveKept':
      return text(
        `The app does not unlock ${error.label} by itself now, to keep a way in for emergencies.`,
        'Unlock it from the status at the top of the window.',
      );
    case 'tokenWithheld':
      return text(`${error.label} is locked, and this program may not unlock it.`, 'Unlock it in the app.');
    case 'teamUnreachable':
      return text(`${error.label} is locked: the team’s server does not answer.`, 'Wait until it is back.');
    case 'teamServerFailed':
      return text(error.problem, 'Ask whoever looks after the team’s server.');
    case 'tokenNeeded':
      return text('Paused since the app restarted.', 'Resume it when you want.');
    case 'resultsGone':
      return text('The results of this task are gone.', 'Resume it to run it again.');
    case 'tokenNotAdoptable':
      return text(`The pasted text cannot be used: ${error.problem}.`, 'Check it and try again.');
    case 'credentialsRejected':
      return text(`The service rejects the credentials of ${error.label}.`, CHECK_CREDENTIALS);
    case 'tokenEndpointUnreachable':
    case 'unreachable':
      return text('The service could not be reached.', 'Check your network, then try again.');
    case 'tokenEndpointFailed':
    case 'tokenAnswerUnusable':
    case 'serverFailed':
      return text('The service has a problem.', AGAIN);
    case 'unauthorized':
      return text('The service did not let the app in.', 'Doctor, under Support, shows the likely causes.');
    case 'forbidden':
      return text('This account may not do that.', 'Doctor, under Support, shows the likely causes.');
    case 'rateLimited':
      return text(
        'The service is busy.',
        error.retryAt === null ? AGAIN : `Try again ${formatInstant(error.retryAt)}.`,
      );
    case 'refused':
      return refusedText(error.server);
    case 'outcomeUnknown':
      return error.mayRepeat
        ? text('What the service said was lost on the way.', 'Try again: a quote reserves nothing.')
        : null;
    case 'timedOut':
      return text('The service did not respond in time.', 'Try again.');
    case 'answerUnusable':
      return text('What the service sent cannot be used.', AGAIN);
    case 'notReplayable':
      return text('This cannot be sent again.', 'Repeat it on its own page.');
    case 'queueFull':
    case 'deadlineExceeded':
      return text('Too many things are running at once.', 'Wait a moment, or pause a task, then try again.');
    case 'circuitOpen':
      return text(
        'The service is not responding.',
        `The app tries again ${formatInstant(error.until)}; “Send now” tries at once.`,
      );
    case 'servicePaused':
      return text(
        'The service asked for a pause.',
        `It ends ${formatInstant(error.until)}; “Send now” ends it at once.`,
      );
    default:
      return null;
  }
}

function refusedText({ status, serverCode, serverMessage }: ReportedError): ErrorText {
  const known = serverCode === null ? undefined : CODES[serverCode];
  if (known) return known;
  if (status === 404)
    return { sentence: 'The service no longer has this.', action: 'Reload the list, then try again.' };
  return {
    sentence: `The service did not accept this.${serverMessage === null ? '' : ` It says: “${serverMessage}”`}`,
    action: 'Change it and try again.',
  };
}
