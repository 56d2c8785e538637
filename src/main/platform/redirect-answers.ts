/**
 * Electron's fetch rejects at a redirect without its status and target (lib/browser/api/net-fetch.ts); the session's webRequest sees both just
 * before. This puts them together: a redirect becomes an answer without a body, as every other network gives it.
 */

/** A redirect as webRequest's `onBeforeRedirect` has it. */
export interface SeenRedirect {
  readonly url: string;
  readonly statusCode: number;
  /** The target, absolute. */
  readonly redirectURL: string;
}

interface Flight {
  redirect: SeenRedirect | null;
}

export class RedirectAnswers {
  /** By address, the requests in flight. */
  readonly #flights = new Map<string, Set<Flight>>();

  /** Call for each redirect of the session. */
  saw(redirect: SeenRedirect): void {
    for (const flight of this.#flights.get(keyOf(redirect.url)) ?? []) flight.redirect ??= redirect;
  }

  /** The answer of `fetch` to a request to `url`; the redirect where it rejects because of one. */
  async answer(url: string, fetch: () => Promise<Response>): Promise<Response> {
    const key = keyOf(url);
    const flight: Flight = { redirect: null };
    const flights = this.#flights.get(key) ?? new Set();
    this.#flights.set(key, flights.add(flight));
    try {
      return await fetch();
    } catch (error) {
      if (flight.redirect === null) throw error;
      const { statusCode: status, redirectURL: location } = flight.redirect;
      return new Response(null, { status, headers: { location } });
    } finally {
      flights.delete(flight);
      if (flights.size === 0) this.#flights.delete(key);
    }
  }
}

/** The address as it goes over the wire. */
function keyOf(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
