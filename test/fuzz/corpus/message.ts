/** One exchange of the corpus, with the values that were planted in it. */
import type { SentMessage } from '../console/record.ts';

export type Part = 'url' | 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody';

export interface PlantedValue {
  readonly list: 'secrets' | 'guests' | 'mustStay';
  readonly category: string;
  readonly value: string;
  readonly part: Part;
}

/** A request and its answer as they cross the wire, before anything is recorded. */
export interface CorpusMessage extends SentMessage {
  readonly id: string;
  readonly family: string;
  /** The secrets that the console itself holds for this connection: the client secret, and the token that the request carries. */
  readonly own: { readonly clientSecret: string; readonly accessToken: string };
  readonly planted: readonly PlantedValue[];
}
