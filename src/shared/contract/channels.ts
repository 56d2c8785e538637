/** The names of IPC channels. This file imports no schemas, so that the preload stays small. */

/** An operation or event of the contract, in the form that the preload needs. */
export interface Channel {
  readonly area: string;
  readonly name: string;
  readonly channel: string;
  readonly isEvent: boolean;
}

export const channelOf = (area: string, name: string): string => `latchkey:${area}.${name}`;

/** The IPC channel of `cancel` messages, which carry the id of a call. */
export const CANCEL_CHANNEL = 'latchkey:cancel';
