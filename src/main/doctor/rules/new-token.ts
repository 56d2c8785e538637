/** The remedy for a token that cannot be used again: the cost of a new token, and the alternatives when no slot is left. */
import { utcText } from '../../../shared/time/utc-text.ts';
import type { Facts } from '../facts/facts.ts';
import type { OtherApplication } from '../failure.ts';

/** The assumed number of free slots of an application with an unknown number. It ranks below every application with a known free slot. */
const UNKNOWN_SLOTS = 0.5;

/** Returns the remedy “get a new token” in one or two sentences. When the quota is used up, they name the alternatives. */
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

/** Returns the alternatives to a new token: another application with free slots, or a token that another client has. */
export function otherWays(others: readonly OtherApplication[]): string {
  const slots = ({ remaining }: OtherApplication) => remaining ?? UNKNOWN_SLOTS;
  const other = others.filter((one) => slots(one) > 0).sort((one, two) => slots(two) - slots(one))[0];
  return `${other ? `Switch to the application “${other.label}”, ${slotsText(other)}; or adopt` : 'Adopt'} a token of these credentials that another client still holds (“Adopt a token” on its page, costs no slot).`;
}

const slotsText = ({ remaining }: OtherApplication): string =>
  remaining === null
    ? 'whose slots are not known'
    : `which has ${remaining} ${remaining === 1 ? 'slot' : 'slots'} left`;
