/** Asks the person, outside the page, whether the tokens and secrets of a connection may go to other hosts (ADR 15). */
import { AppError } from '../../shared/app-error.ts';
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { HostMove } from '../../shared/connection/host-moves.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import type { Ask, Question } from '../platform/ports.ts';

/** Asks a person to confirm host moves. Throws `hostNotConfirmed` unless the person agrees. Asks nothing when no host changes. */
export async function confirmHosts(ask: Ask, name: string, moves: readonly HostMove[]): Promise<void> {
  if (moves.length > 0 && !(await ask(questionOf(name, moves)))) throw hostNotConfirmed(moves);
}

export const hostNotConfirmed = (moves: readonly HostMove[]) =>
  new AppError('hostNotConfirmed', { hosts: [...new Set(moves.map(({ to }) => to))] });

/** Whether host moves are still the confirmed ones: the connection may have changed while the question was open. */
export const areSameMoves = (moves: readonly HostMove[], confirmed: readonly HostMove[]): boolean =>
  JSON.stringify(moves) === JSON.stringify(confirmed);

function questionOf(name: string, moves: readonly HostMove[]): Question {
  const lines = moves.map(
    ({ key, from, to }) => `${ADDRESS_LABELS[key]}\n    from  ${from ?? 'no address'}\n    to      ${to}`,
  );
  return {
    title: 'Another host',
    message: `Send the secrets of ${quotedName(name)} to another host?`,
    detail: [
      ...lines,
      'Its tokens and Client Secrets for this host are deleted; the new host gets what you type again.',
      'Cancel unless you have just changed this address yourself.',
    ].join('\n\n'),
    confirm: 'Use the new host',
    cancel: 'Cancel',
  };
}
