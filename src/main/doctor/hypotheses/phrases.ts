/** The things that people say about a failure, by cause: the words that one clause combines (vocabulary.ts), and their meaning. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { Word } from './vocabulary.ts';

/**
 * A combination of words. `all`: each entry is one thing, or several of which one suffices. `isVague`: the same words are used for other causes.
 */
export interface Phrase {
  readonly cause: CauseId;
  /** The meaning, as a part of a sentence. */
  readonly says: string;
  readonly all: readonly (readonly Word[])[];
  readonly isVague: boolean;
}

type Row = readonly [says: string, ...combinations: string[]];

/** The combinations by cause: `a|b` means either word; `~` before a combination marks it as vague. */
const TABLE: Partial<Record<CauseId, readonly Row[]>> = {
  tokenExpired: [
    ['the token is older than a day', '~token ago', 'token expired'],
    ['one token is kept and not renewed', '~token keep'],
    ['it fails once a day', 'daily stops'],
  ],
  tokenUnknown: [['the token before the new one is refused', '~old stops']],
  wrongEnvironment: [['another environment takes part', 'testEnv token|key']],
  deprecatedEndpoint: [['the old reservations endpoint is called', 'oldEndpoint']],
  sixthApplication: [
    [
      'the account has all its applications',
      'application limit five',
      'application limit account',
      'application five already',
    ],
  ],
  bookingOption: [['the booking option allows only one way to book', 'only instant|bookRequest']],
  activationSteps: [
    ['the account has had no direct booking yet', 'newAccount never reservation'],
    ['the activation was not done', 'activation never|forgot|without'],
  ],
  listingNotBookable: [['the listing is outside the booking engine', 'notInEngine engine']],
  noPermission: [
    ['the account or its plan is not active', 'account inactive'],
    ['the token works for other requests', '~token works'],
  ],
  intermediary: [['a proxy, a firewall or a sign-in page answers', 'proxy page']],
  upstreamFault: [['the service itself fails', 'serverDown']],
  couponDropped: [['the coupon has no effect', 'coupon noEffect']],
  quoteUsed: [['the same quote was used before', 'quote again']],
  wrongParameters: [['a field or its format is wrong', 'parameter badValue']],
  nothingWrong: [['it works now', 'worksNow']],
};

export const PHRASES: readonly Phrase[] = Object.entries(TABLE).flatMap(([cause, rows]) =>
  rows.flatMap(([says, ...combinations]) =>
    combinations.map((combination) => ({
      cause: cause as CauseId,
      says,
      isVague: combination.startsWith('~'),
      all: combination
        .replace('~', '')
        .split(' ')
        .map((one) => one.split('|') as Word[]),
    })),
  ),
);
