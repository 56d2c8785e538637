/** The remedy of a token that cannot be used again: what a new one costs, and what helps when no slot is left. */
import { utcText } from '../../../shared/utc-text.ts';
import type { Facts } from '../facts/facts.ts';

/** One or two sentences. At a used-up quota they name the other application's slots and adoption, which costs nothing. */
export function newTokenRemedy({ surroundings: { ledger, connection } }: Facts): string {
  if (ledger === null || ledger.remaining === null) {
    return 'Request one new token, keep it until shortly before it expires, and send the request again. A new token costs one slot of the quota.';
  }
  if (ledger.remaining > 0) {
    return `Renew the token once in Overview; that costs one of ${ledger.remaining} ${ledger.remaining === 1 ? 'slot' : 'slots'} left.`;
  }
  const wait = ledger.nextSlotAt === null ? '' : `; the next slot is free at ${utcText(ledger.nextSlotAt)}`;
  return `No token can be issued: the quota is used up${wait}. ${otherWays(connection?.otherApplications ?? [])}`;
}

/** What works while no slot is left: another application, or a token that somebody still holds. */
export function otherWays(others: readonly { readonly label: string; readonly remaining: number }[]): string {
  const [other] = [...others].sort((one, two) => two.remaining - one.remaining);
  const switching =
    other && other.remaining > 0
      ? `Switch to the application “${other.label}”, which has ${other.remaining} ${other.remaining === 1 ? 'slot' : 'slots'} left; or adopt`
      : 'Adopt';
  return `${switching} a token of these credentials that another client still holds (“Adopt a token” on its page, costs no slot).`;
}
