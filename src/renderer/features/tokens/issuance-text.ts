/** The cause and the outcome of an issuance as text. */
import type { IssuanceCause, IssuanceOutcome } from '../../../shared/model/token.ts';
import type { Tone } from '../../ui/tone.ts';

export const CAUSES: Record<IssuanceCause, string> = {
  start: 'The console, for a first request',
  expiry: 'The console, because renewal was due',
  unauthorized: 'The console, after a 401',
  diedEarly: 'The console, because the token expired early',
  person: 'A person',
  unknown: 'Unknown',
};

export const OUTCOMES: Record<IssuanceOutcome, { title: string; tone: Tone }> = {
  sent: { title: 'Sent, waiting for the response', tone: 'info' },
  confirmed: { title: 'Token issued', tone: 'good' },
  lost: { title: 'Response lost, counted as used', tone: 'warn' },
  refused: { title: 'Refused, no slot used', tone: 'bad' },
};
