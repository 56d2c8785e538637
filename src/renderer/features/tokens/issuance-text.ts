/** Who or what caused an issuance, and how it ended, as people read them. */
import type { IssuanceCause, IssuanceOutcome } from '../../../shared/model/token.ts';
import type { Tone } from '../../ui/tone.ts';

export const CAUSES: Record<IssuanceCause, string> = {
  start: 'The console, for a first request',
  expiry: 'The console, because the token was due',
  unauthorized: 'The console, after a 401',
  diedEarly: 'The console, because the token died early',
  person: 'A person, by hand',
  unknown: 'Unknown',
};

export const OUTCOMES: Record<IssuanceOutcome, { title: string; tone: Tone }> = {
  sent: { title: 'Sent, waiting for the answer', tone: 'info' },
  confirmed: { title: 'Token issued', tone: 'good' },
  lost: { title: 'Answer lost, counted as spent', tone: 'warn' },
  refused: { title: 'Refused, no slot spent', tone: 'bad' },
};
