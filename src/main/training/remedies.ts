/** The sentences of the remedies from which a person chooses. */
import type { RemedyId } from '../../shared/model/training.ts';

export const REMEDIES: Readonly<Record<RemedyId, string>> = {
  addBearer: 'Send “Authorization: Bearer” and the token that is there; request no new one.',
  cleanHeader: 'Send the prefix once and the token alone, without anything around it; request no new one.',
  newToken: 'Request one new token, keep it for its 24 hours, and send the request again.',
  setClock: 'Let the sending machine take its time from a time server.',
  rightApi: 'Use credentials, token and scope of the API to which the request goes.',
  rightHost: 'Send it to the addresses of the environment in which the credentials were created.',
  rightPath: 'Correct the path: compare it with the documented base address.',
  quoteFlow: 'Create a quote and book that, instead of calling the old endpoint.',
  useHttps: 'Write https:// in the address, and replace what was readable on the way.',
  sendForm: 'Send the token request as a form.',
  rightCredentials: 'Compare the Client ID, and enter the Client Secret again or create a new one.',
  rightScope: 'Ask for the documented scope, letter by letter; a refused request costs no slot.',
  waitForSlot: 'Use the tokens that still live until the next slot is free, and keep tokens over restarts.',
  slowDown: 'Send fewer requests at a time, and wait as long as Retry-After says.',
  tryLater: 'Send the read again with growing pauses; if it lasts, give support the request id and the time.',
  lookFirst: 'Look whether the request had its effect before it is sent again.',
  otherStay: 'Offer another stay: the request itself is right.',
  newQuote: 'Look for the reservation first; for another one, create a new quote.',
  askOwner: 'Ask the owner of the account whether it is active and allowed to do this.',
  activate: 'Create one direct booking in the account, then a first reservation through a quote.',
  otherStep: 'Book in the way that the application’s option allows, or with another application.',
};
