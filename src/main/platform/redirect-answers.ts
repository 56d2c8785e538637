/**
 * Turns redirects into answers without a body, as other networks do. Electron's fetch rejects at a redirect and hides its status and target
 * (lib/browser/api/net-fetch.ts), but the session's webRequest sees both before.
 */

/** A redirect in the form of webRequest's `onBeforeRedirect`. */
export interface SeenRedirect {
  readonly url: string;
  readonly statusCode: number;
  readonly redirectURL: string;
}

interface Flight {
  redirect: SeenRedirect | null;
}

export class RedirectAnswers {
  /** The requests in flight, by address. */
  readonly #flights = new Map<string, Set<Flight>>();

  /** Records a redirect. Call it for each redirect of the session. */
  saw(redirect: SeenRedirect): void {
    for (const flight of this.#flights.get(keyOf(redirect.url)) ?? []) flight.redirect ??= redirect;
  }

  /** Returns the answer of `fetch` for `url`, or the redirect because of which `fetch` rejected. */
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

/** The address as it is sent, without its fragment. */
function keyOf(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
