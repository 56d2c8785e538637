/** The outcome of an issuance as text and tone. */
import type { IssuanceOutcome } from '../../../shared/model/token.ts';
import type { Tone } from '../../ui/tone.ts';

export const OUTCOMES: Record<IssuanceOutcome, { title: string; tone: Tone }> = {
  sent: { title: 'Sent, waiting for the response', tone: 'info' },
  confirmed: { title: 'Token issued', tone: 'good' },
  lost: { title: 'Response lost, counted as used', tone: 'warn' },
  refused: { title: 'Refused, no slot used', tone: 'bad' },
};
