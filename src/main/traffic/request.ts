/** A request as callers describe it, the Request that is built from it, and the pipeline's view of the token service. */

import { AppError, invalidInput } from '../../shared/app-error.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Lane } from '../../shared/model/rates.ts';
import { hasDotSegment } from '../../shared/request/dot-segments.ts';
import { mayAddHeader } from '../../shared/request/operation-headers.ts';
import type { Bearer } from '../tokens/current-token.ts';
import type { RefusedVerdict } from '../tokens/token-manager.ts';
import type { Secret } from '../vault/secret.ts';

export interface TrafficRequest {
  readonly connectionId: string;
  readonly credentialId: string;
  readonly api: Api;
  readonly operation: string;
  /** The operation's name on the screen. */
  readonly title: string;
  readonly method: string;
  readonly url: string;
  /** The base address of `url` when it is not the connection's, for a probe of the same origin. */
  readonly base?: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  /** Whether sending the request twice does no harm. */
  readonly repeatable: boolean;
  /** The priority lane, by default `interactive`. */
  readonly lane?: Lane;
  /** The bulk task of the request; the limiter rotates the tasks of a lane. */
  readonly taskId?: string | null;
  /** The number of requests of the task that will follow, for the limiter's pace. */
  readonly following?: number;
  /** Milliseconds until the deadline; by default the DEADLINES of the lane. */
  readonly deadlineMs?: number;
  /** False forbids further attempts after a failure. */
  readonly retry?: boolean;
  /** False prevents any issuance for this request, before it and after a 401 or 403; without a usable token the request is not sent. */
  readonly mayIssue?: boolean;
  /** Texts to redact in the journal and the answer. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Stops further attempts when it aborts; an attempt in flight runs to its end. */
  readonly drainSignal?: AbortSignal | undefined;
}

/** The part of the token service that the request pipeline uses. */
export interface TokenSource {
  /** The current token; it is issued first if there is none. */
  bearer(credentialId: string): Promise<Bearer>;
  /** The current token if it is neither refused nor expired; no token request is made. */
  usable(credentialId: string): Bearer | null;
  /**
   * Reports that the service refused an operation with the token of this generation. `retry`: a newer token exists. `repeat`: the request should
   * be sent once more with the same token, which requires `mayRepeat`. `resource`: the path of the request.
   */
  refused(
    credentialId: string,
    generation: number,
    status: 401 | 403,
    operation: string,
    mayRepeat?: boolean,
    resource?: string,
  ): Promise<RefusedVerdict>;
  /** Reports that a request got another 401 after it was sent again with the token of this generation. */
  refusedAgain?(credentialId: string, generation: number): void;
  /** Reports that the service accepted an operation with the token of this generation. */
  worked?(credentialId: string, generation: number, operation: string, resource?: string): void;
}

/**
 * Returns the part of an address's path after the path of its base address, empty for the base address itself. `null` for an address that does not
 * lie under the base address, however a server decodes its path, and without a base address.
 */
export function pathUnder(url: string, base: string | null): string | null {
  const [sent, under] = [URL.parse(url), URL.parse(base ?? '')];
  if (!sent || !under) return null;
  const path = under.pathname.replace(/\/+$/, '');
  const isUnderBase =
    sent.origin === under.origin &&
    sent.username === '' &&
    sent.password === '' &&
    (sent.pathname === path || sent.pathname.startsWith(`${path}/`)) &&
    !hasDotSegment(sent.pathname);
  return isUnderBase ? sent.pathname.slice(path.length) : null;
}

/** Whether an address lies under a base address; see {@link pathUnder}. */
export const isUnder = (url: string, base: string | null): boolean => pathUnder(url, base) !== null;

/**
 * Whether a request may carry a token: its address must lie under the connection's base address, or under a base address of the same origin that is
 * being tried.
 */
export const mayCarryToken = (
  { url, base: probed }: Pick<TrafficRequest, 'url' | 'base'>,
  base: string | null,
): boolean =>
  probed === undefined
    ? isUnder(url, base)
    : base !== null && isUnder(url, probed) && new URL(probed).origin === new URL(base).origin;

/** Returns the path of an address, which names the resource; empty for an invalid address. */
export const resourceOf = (url: string): string => URL.parse(url)?.pathname ?? '';

/** Returns host and port of an address; empty for an invalid address, which the wire rejects. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Builds the HTTP request with its token, right before sending. Throws `invalidInput` for a request that cannot be sent as it is written. */
export function wireRequestOf(request: TrafficRequest, authorization: Secret, signal: AbortSignal): Request {
  const { url, method, headers, body, title } = request;
  const refused = headers.find(([name]) => !mayAddHeader(name));
  if (refused) {
    const message = `The header “${refused[0]}” of “${title}” is no longer sent; remove it under Operations in Connections.`;
    throw invalidInput('operation', message);
  }
  try {
    return new Request(url, {
      method,
      headers: [
        ...headers.map(([name, value]): [string, string] => [name, value]),
        ['authorization', authorization.reveal()],
      ],
      body,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
  } catch (cause) {
    const message = `“${title}” cannot be sent as it is written; look at its method, headers and body in Connections.`;
    throw new AppError('invalidInput', { issues: [{ path: 'operation', message }] }, { cause });
  }
}
