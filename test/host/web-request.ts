/** Electron's `webRequest` of one session, for the requests of `Session.fetch` (shell/browser/api/electron_api_web_request.cc). */
import { modelled, NotModelled } from './not-modelled.ts';
import { record } from './report.ts';

/** What a listener may answer. */
export interface RequestDecision {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
  readonly requestHeaders?: Record<string, string | string[]>;
  readonly responseHeaders?: Record<string, string | string[]>;
  readonly statusLine?: string;
}

/** Each event has details of its own. */
type Listener = (details: never, respond: (decision: RequestDecision) => void) => void;
interface Filter {
  readonly urls: readonly string[];
  readonly excludeUrls?: readonly string[];
  readonly types?: readonly string[];
}

const EVENTS = ['onBeforeRequest', 'onBeforeSendHeaders', 'onHeadersReceived', 'onBeforeRedirect'] as const;
type EventName = (typeof EVENTS)[number];
type Registration = { [Name in EventName]: (first: Filter | Listener | null, second?: Listener | null) => void };

export class WebRequest {
  readonly #listeners = new Map<EventName, { readonly filter: Filter; readonly listener: Listener }>();
  /** The object that the app sees. */
  readonly api: Registration;

  constructor(session: string) {
    const register = (name: EventName) => (first: Filter | Listener | null, second?: Listener | null) => {
      const isFiltered = first !== null && typeof first === 'object';
      const listener = isFiltered ? second : first;
      if (listener !== null && typeof listener !== 'function') throw new TypeError('Must pass null or a Function');
      const filter = isFiltered ? first : { urls: ['<all_urls>'] };
      if (!filter.urls) throw new TypeError("Parameter 'filter' must have property 'urls'.");
      if (filter.types) throw new NotModelled(`webRequest.${name} with a filter of types`);
      for (const pattern of [...filter.urls, ...(filter.excludeUrls ?? [])]) expressionOf(pattern);
      record(`session(${session}).webRequest.${name}`, listener);
      if (listener === null) this.#listeners.delete(name);
      else this.#listeners.set(name, { filter, listener });
    };
    const api = Object.fromEntries(EVENTS.map((name) => [name, register(name)])) as unknown as Registration;
    this.api = modelled('webRequest', api);
  }

  /** Tells the listener of a redirect; it decides nothing. */
  redirects(details: { readonly url: string; readonly redirectURL: string }): void {
    const { filter, listener } = this.#listeners.get('onBeforeRedirect') ?? {};
    if (filter && listener && isMatched(filter, details.url)) listener(details as never, () => {});
  }

  /** The listener's decision; an empty one without a listener. Waits for the listener as long as it likes, as Electron does. */
  decide(name: EventName, details: { readonly url: string }): Promise<RequestDecision> {
    const { filter, listener } = this.#listeners.get(name) ?? {};
    if (!filter || !listener || !isMatched(filter, details.url)) return Promise.resolve({});
    return new Promise((resolve) => {
      // In Electron an exception of a listener is uncaught, and the request goes on to wait.
      setImmediate(() => listener(details as never, (decision) => resolve(Object(decision))));
    });
  }
}

const isMatched = ({ urls, excludeUrls = [] }: Filter, url: string): boolean =>
  urls.some((pattern) => expressionOf(pattern).test(url)) &&
  !excludeUrls.some((pattern) => expressionOf(pattern).test(url));

/** A pattern such as `https://*.example.com/*` as an expression; throws as Electron does when it is none. */
function expressionOf(pattern: string): RegExp {
  if (pattern === '<all_urls>') return /^/;
  const [, scheme, host, path] = /^(\*|[a-z]+):\/\/(\*|(?:\*\.)?[^/*]+)(\/.*)$/.exec(pattern) ?? [];
  if (!scheme || !host || !path) throw new TypeError(`Invalid url pattern ${pattern}`);
  const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const hosts = host.replace(/^\*\.?/, '');
  const subdomains = host.startsWith('*') ? (hosts === '' ? '[^/]*' : '(?:[^/]+\\.)?') : '';
  const port = hosts.includes(':') ? '' : '(?::\\d+)?';
  return new RegExp(
    `^${scheme === '*' ? '(?:https?|wss?)' : scheme}://${subdomains}${literal(hosts)}${port}${literal(path).replaceAll('*', '.*')}$`,
  );
}
