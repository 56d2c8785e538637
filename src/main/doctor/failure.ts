/**
 * The input of the rules: one masked exchange of any origin (`Failure`), and the facts that only the console knows about it (`Surroundings`).
 * Journal entries, pasted texts and cases of the sandbox all become a `Failure`.
 */

import type { Addresses, BookingOption } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import type { HeaderLines } from '../../shared/model/traffic.ts';
import type { KnownOperation } from '../../shared/request/known-operation.ts';
import type { HistoryFacts } from './history.ts';
import type { TokenFacts } from './token-facts.ts';

/** The form of an Authorization header, read before its value is masked. `scheme`: its first word; null without one. */
export interface AuthorizationShape {
  readonly kind:
    | 'unknown'
    | 'absent'
    | 'empty'
    | 'bearer'
    | 'bareToken'
    | 'otherScheme'
    | 'doubledPrefix'
    | 'quoted'
    | 'lineBreak'
    | 'spaces'
    | 'placeholder';
  readonly scheme: string | null;
}

/** The claims of a JWT that identify no person; instants in epoch ms. The JWT is read locally and its signature is not verified. */
export interface TokenClaims {
  readonly expiresAt: number | null;
  readonly issuedAt: number | null;
  readonly notBefore: number | null;
  readonly scopes: readonly string[];
  readonly audience: readonly string[];
  readonly issuerHost: string | null;
  readonly clientId?: string | null | undefined;
}

/** The product, such as a proxy or a firewall, that the page in an answer names. */
export interface PageMark {
  readonly who: string;
}

export interface FailureBody {
  readonly contentType: string | null;
  readonly text: string | null;
  /** The fields of a form; null for a body that is no form. Masked fields keep their names. */
  readonly fields: Readonly<Record<string, string>> | null;
}

/**
 * One masked exchange. Null or an empty list means “unknown”, except where a `…Known` says that the list is complete. `operation`: the operation id
 * in the journal, or `token`; null for a pasted exchange. `sentAt`: epoch ms on the sender's clock.
 */
export interface Failure {
  readonly origin: 'journal' | 'paste';
  readonly exchangeId: string | null;
  readonly api: Api | null;
  readonly operation: string | null;
  readonly method: string | null;
  readonly url: string | null;
  readonly requestHeaders: HeaderLines;
  readonly requestHeadersKnown: boolean;
  readonly requestBody: FailureBody | null;
  readonly status: number | null;
  readonly responseHeaders: HeaderLines;
  readonly responseHeadersKnown: boolean;
  readonly responseBody: string | null;
  readonly page?: PageMark | null | undefined;
  /** The reason why there is no answer: the error code of Node, Chromium or curl, and its message. */
  readonly networkError: { readonly code: string | null; readonly message: string } | null;
  readonly sentAt: number | null;
  readonly authorization: AuthorizationShape;
  readonly tokenClaims: TokenClaims | null;
}

/** A service whose addresses the console knows from a preset or a connection. */
export interface KnownService {
  readonly name: string;
  readonly kind: 'preset' | 'connection';
  readonly addresses: Addresses;
  /** The booking option of each application of a connection. */
  readonly bookingOptions?: readonly BookingOption[];
  /** The operations of the service, with the names of their parameters. */
  readonly operations?: readonly KnownOperation[];
  /** Hosts that some documentation pages name in place of the host of an address. */
  readonly otherHosts?: readonly string[];
}

/** Another application of the connection; `remaining`: its free slots, null when unknown. */
export interface OtherApplication {
  readonly label: string;
  readonly remaining: number | null;
}

/** Facts about the connection that sent the request, or else about a connection with the same host. */
export interface ConnectionFacts {
  readonly name: string;
  /** True for the sandbox, whose addresses the console sets itself. */
  readonly ownSandbox: boolean;
  readonly addresses: Addresses;
  readonly presetName: string | null;
  readonly presetAddresses: Addresses | null;
  /** The API of the request's credential; null when the credential was removed. */
  readonly credentialApi: Api | null;
  readonly bookingOption: BookingOption | null;
  readonly applications: number;
  /** The other applications of the connection, for a request to the Booking Engine API; else empty. */
  readonly otherApplications: readonly OtherApplication[];
}

/** Facts from the ledger about the quota of the request's credential. */
export type LedgerFacts = Pick<TokenStatus['quota'], 'unit' | 'limit' | 'remaining' | 'nextSlotAt'>;

/**
 * How the events in a text ended. `good`, `bad`: only successes or only failures. `endsGood`, `endsBad`: both, with a success or a failure last.
 * `recovered`: each failed request succeeded when it was repeated. `none`: the text names no event.
 */
export type Course = 'none' | 'good' | 'bad' | 'recovered' | 'endsGood' | 'endsBad';

/** The words and facts of a text that the learned judge weighs, each with the number of its first line. The name of a fact begins with `=`. */
export type TextMarks = ReadonlyMap<string, number>;

/** The evidence in a text beside its exchanges. A null field means that the text lacks this evidence. Instants are in epoch ms. */
export interface TextEvidence {
  /** The words with which a browser blocked a request, or withheld its answer from the page. */
  readonly browserRefusal: string | null;
  /** The first http:// address of the service. */
  readonly plainHttp: string | null;
  /** The path of `plainHttp`, to compare with the path of the request; empty when `plainHttp` is null. */
  readonly plainHttpPath: string;
  /**
   * True when the text has headers of the token quota or mentions the token endpoint. A 429 without an address then counts as one of the token
   * endpoint.
   */
  readonly concernsTokens: boolean;
  /** True when the text mentions requests, their rate, or what the service is asked for, such as listings. */
  readonly concernsRequests: boolean;
  /** The claims of a token that the text prints by name, outside the token; null without any. */
  readonly claims: TokenClaims | null;
  /** True when the text shows a coupon that was sent, a success, and an empty list of coupons. */
  readonly dropsCoupon: boolean;
  /** True when a summary of a test or a job counts no failure. */
  readonly countsNoFailure: boolean;
  /** The course of the events that the text tells. */
  readonly course: Course;
  /** True when the text holds data that only an answer of the service has, and no sign of a failure. */
  readonly showsData: boolean;
  /** The latest time in the text. */
  readonly lastAt: number | null;
}

/** The facts about a failure that only the console knows; null means unknown. */
export interface Surroundings {
  readonly services: readonly KnownService[];
  readonly connection: ConnectionFacts | null;
  readonly token: TokenFacts | null;
  readonly ledger: LedgerFacts | null;
  readonly history: HistoryFacts | null;
  /** How far the server's clock is ahead of the sender's, in ms. */
  readonly skewMs: number | null;
  /** The time when a pasted failure was read, on this computer's clock, in epoch ms; null for a failure of the journal. */
  readonly readAt: number | null;
  /** The status of a later successful answer to the same request; null when there is none or it is unknown. */
  readonly recovered: number | null;
  /** Whether the same reservation step of the same quote succeeded before. */
  readonly doneBefore: boolean;
  /** Whether the failure stands in an older mail that the newest one repeats. */
  readonly isOlder: boolean;
  readonly text: TextEvidence | null;
  /** The words and facts of the text that the learned judge weighs; null without a text. */
  readonly marks: TextMarks | null;
}

/** The surroundings of a failure about which the console knows nothing. */
export const NO_SURROUNDINGS: Surroundings = {
  ...{ services: [], connection: null, token: null, ledger: null, history: null, skewMs: null, readAt: null },
  ...{ recovered: null, doneBefore: false, isOlder: false, text: null, marks: null },
};

/** A failure about which nothing is known. */
export const NOTHING_SHOWN: Failure = {
  ...{ origin: 'paste', exchangeId: null, api: null, operation: null, method: null, url: null, sentAt: null },
  ...{ requestHeaders: [], requestHeadersKnown: false, requestBody: null, networkError: null },
  ...{ status: null, responseHeaders: [], responseHeadersKnown: false, responseBody: null },
  authorization: { kind: 'unknown', scheme: null },
  tokenClaims: null,
};
