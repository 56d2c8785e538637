/** The things that people say about a failure, by cause: the words that one clause combines (vocabulary of six languages), and their meaning. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { Word } from './vocabulary.ts';

/**
 * A combination of words. `all`: each entry is one thing, or several of which one suffices. `isVague`: the same words are used for other causes.
 */
export interface ToldSaying {
  readonly cause: CauseId;
  /** The meaning, as a part of a sentence. */
  readonly says: string;
  readonly all: readonly (readonly Word[])[];
  readonly isVague: boolean;
}

type Row = readonly [says: string, ...combinations: string[]];

/** The combinations by cause: `a|b` means either word; `~` before a combination marks it as vague. */
const TABLE: Partial<Record<CauseId, readonly Row[]>> = {
  bearerMissing: [
    ['the token was sent without the word Bearer', 'bearer without|forgot'],
    ['no Authorization header was sent', 'header without|forgot', 'noHeader'],
    ['the header holds the token alone', 'token header only', '~token only'],
  ],
  headerMalformed: [
    ['the prefix was sent twice', 'bearer double'],
    [
      'the header has quotation marks or a line break in it',
      'quotes token|header|bearer',
      'lineBreak token|header|bearer',
      '~lineBreak',
    ],
    ['a variable was sent in place of the token', 'variable literally'],
  ],
  tokenExpired: [
    ['the token is older than a day', 'token ago fetch|keep|dated', 'token daysOld', '~token ago', 'token expired'],
    ['one token is kept and not renewed', '~token keep'],
    ['it fails once a day', 'daily stops'],
  ],
  tokenUnknown: [
    ['the keys or the token were revoked or made anew', 'token|key revoked'],
    ['a new token works, and the one before it does not', '~token fresh works', '~fetch fresh works'],
    ['the token before the new one is refused', '~old stops', '~old token stops'],
  ],
  clockWrong: [['the clock of the sender was wrong', 'clock off']],
  wrongApi: [
    [
      'one token or one pair of keys is used for both APIs',
      'same token|key both',
      'token|key openApi bookingApi takenFor',
      'token|key both takenFor',
    ],
    ['the token is that of the other API', 'token|key other api'],
  ],
  wrongEnvironment: [['another environment takes part', 'testEnv liveEnv', 'testEnv token|key', '~testEnv takenFor']],
  wrongBasePath: [['a part of the path is missing or is there twice', 'basePath wrongPath']],
  deprecatedEndpoint: [['the old reservations endpoint is called', 'oldEndpoint']],
  notHttps: [['the request goes over http', 'plainHttp']],
  wrongContentType: [['the token request is sent as JSON', 'tokenRequest jsonSent', 'json form']],
  credentialsWrong: [['the client ID or secret is wrong', 'clientKey wrong', 'clientKey old']],
  scopeMisspelt: [['the scope is not spelt as documented', 'scope misspelt']],
  quotaUsedUp: [
    [
      'the tokens of the day are used',
      'token limit today',
      'token five today',
      'token five limit',
      'token sixth today',
    ],
    ['a token is requested again and again', 'token fetch perRequest', '~token fresh perRequest'],
  ],
  renewalLimit: [
    ['the renewals are used', 'renewal limit', 'renewal fourth', 'renewal three today'],
    ['a token is requested again and again', '~token fetch perRequest', '~token fresh perRequest'],
  ],
  sixthApplication: [
    [
      'the account has all its applications',
      'application limit five',
      'application sixth limit',
      'application sixth five',
      'application limit account',
      'application five already',
    ],
    ['a sixth application is wanted', '~application sixthAlone'],
  ],
  rateLimit: [['many requests were sent at once', 'tooFast requests']],
  bookingOption: [
    [
      'the booking option allows only one way to book',
      'option only instant|inquiry',
      'only instant|bookRequest',
      'instant|bookRequest notAllowed',
      'option instant|bookRequest notAllowed',
    ],
  ],
  activationSteps: [
    [
      'the account has had no direct booking yet',
      'never firstBooking',
      'newAccount never reservation',
      '~newAccount reservation',
      '~newAccount',
      '~firstBooking stops',
    ],
    ['the activation was not done', 'activation never|forgot|without'],
  ],
  listingNotBookable: [
    ['the listing is outside the booking engine', 'listing notInEngine', 'notInEngine engine'],
    ['other listings work', '~others listing works'],
  ],
  noPermission: [
    ['the account or its plan is not active', 'account inactive', 'plan changed'],
    ['the rights were taken away or are missing', 'rights taken'],
    ['the token works for other requests', '~token works'],
    ['only one kind of request is refused', '~only stops'],
  ],
  intermediary: [['a proxy, a firewall or a sign-in page answers', 'proxy page', 'signPage insteadOf']],
  upstreamFault: [['the service itself fails', 'serverDown']],
  calendarBlocked: [['the calendar is blocked on these dates', 'dates blocked', '~listing blocked']],
  minimumNights: [['the stay is shorter than the minimum', 'minNights']],
  couponDropped: [['the coupon has no effect', 'coupon noEffect', '~noEffect']],
  quoteUsed: [['the same quote was used before', 'quote again', '~reservation again', '~quote sameOne']],
  quoteExpired: [
    ['the quote is no longer valid', 'quote expired', 'quote afterDays', '~quote ago', '~reservation afterDays'],
  ],
  wrongParameters: [['a field or its format is wrong', 'parameter badValue']],
  nothingWrong: [['it works now', 'worksNow']],
  networkFailure: [['no connection was made', 'noReach']],
  tlsFailure: [['the certificate or the encryption failed', 'certificate untrusted']],
};

export const SAYINGS: readonly ToldSaying[] = Object.entries(TABLE).flatMap(([cause, rows]) =>
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
