/**
 * Collects what main's requests meet on the way to a service: a proxy that asks for a password, and certificates of an authority that only this
 * computer trusts. Holds the password for the proxy while the app runs.
 */
import { setNewest } from './bounded-map.ts';
import { Emitter } from './emitter.ts';
import { NotSent } from './not-sent.ts';
import type { Subscribable } from './ports.ts';

/** A question of a proxy, or of a server, in the form of Electron's AuthInfo. */
export interface Challenge {
  readonly isProxy: boolean;
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly realm: string;
}

export interface ProxyLogin {
  /** The proxy, as `host:port`. */
  readonly proxy: string;
  readonly name: string;
  readonly password: string;
}

/** A proxy that let no request pass. `refused`: it did not accept the password; `unsupported`: it asks for a login other than Basic. */
export interface ClosedProxy {
  readonly proxy: string;
  readonly realm: string;
  readonly scheme: string;
  readonly state: 'asks' | 'refused' | 'unsupported';
}

/** A certificate in the form of Electron's certificate verification. */
export interface SeenCertificate {
  readonly hostname: string;
  readonly issuer: string;
  readonly isTrusted: boolean;
  /** Whether the authority is one that browsers ship with; otherwise this computer's owner added it. */
  readonly isPublic: boolean;
}

export interface Answering {
  answer(challenge: Challenge): Promise<ProxyLogin | null>;
  /** Records the end of the request. `isAnswered`: whether an answer came through the proxy. */
  ended(isAnswered: boolean): void;
  why(): NotSent | null;
}

const MAX_HOSTS = 100;
const MAX_NAME = 80;

export class NetworkWay {
  readonly #changed = new Emitter<void>();
  readonly #certificates = new Map<string, SeenCertificate>();
  #closed: ClosedProxy | null = null;
  /** The hosts whose requests the closed proxy stopped. */
  readonly #stopped = new Set<string>();
  #login: ProxyLogin | null = null;
  #isRefused = false;
  /** Resolves when the request that tries the password has ended, with the password if the proxy accepted it. */
  #trial: Promise<ProxyLogin | null> | null = null;

  get changed(): Subscribable<void> {
    return this.#changed;
  }

  get closedProxy(): ClosedProxy | null {
    return this.#closed;
  }

  /** The certificates from an authority of this computer's owner, which can read the requests to their hosts. */
  get inspected(): readonly SeenCertificate[] {
    return [...this.#certificates.values()].filter(({ isTrusted, isPublic }) => isTrusted && !isPublic);
  }

  /** Gives the password that later questions of its proxy are answered with; null forgets it. */
  setLogin(login: ProxyLogin | null): void {
    this.#login = login;
    this.#isRefused = false;
    this.#setClosed(null);
  }

  /** Forgets a proxy that asked for a password when a request to the same host passes without one. Call it for each answer of `host`. */
  passed(host: string): void {
    if (this.#stopped.has(host)) this.#setClosed(null);
  }

  /**
   * Answers the questions that one request to `host` meets; it gives the known password of a proxy once. Without a password, or if the proxy refuses
   * it, the request ends with `why`. Call `ended` at its end. One request tries a password and the others wait, also for one that the proxy had accepted
   * before, and a refused password is not sent again: companies lock accounts after few mistakes.
   */
  answering(host: string): Answering {
    let answered: ProxyLogin | null = null;
    let closed: ClosedProxy | null = null;
    let hasEnded = false;
    let endTrial = (_accepted: ProxyLogin | null): void => {};
    const answer = async ({ isProxy, scheme, host: asking, port, realm }: Challenge): Promise<ProxyLogin | null> => {
      // The service is asked with tokens alone; a page of it must not get a password of this computer.
      if (!isProxy) return null;
      const proxy = `${asking}:${port}`;
      const isBasic = scheme.toLowerCase() === 'basic';
      // The person may have given another password since.
      if (isBasic && answered && answered === this.#login) this.#isRefused = true;
      // A request must not wait for its own trial.
      endTrial(null);
      let accepted: ProxyLogin | null = null;
      while (isBasic && this.#trial && accepted !== this.#login) accepted = await this.#trial;
      if (hasEnded) return null;
      const isKnown = isBasic && this.#login?.proxy === proxy;
      if (isKnown && !this.#isRefused) {
        answered = this.#login;
        if (accepted !== answered) endTrial = this.#beginTrial();
        return answered;
      }
      const state = !isBasic ? 'unsupported' : isKnown ? 'refused' : 'asks';
      closed = { proxy, realm: realm.slice(0, MAX_NAME), scheme: scheme.slice(0, MAX_NAME), state };
      this.#setClosed(closed);
      this.#stopped.add(host);
      return null;
    };
    const ended = (isAnswered: boolean): void => {
      hasEnded = true;
      endTrial(isAnswered ? answered : null);
      if (isAnswered) this.passed(host);
    };
    return { answer, ended, why: () => closed && new NotSent(reasonOf(closed)) };
  }

  /** Begins a trial of the password. The returned function ends it. */
  #beginTrial(): (accepted: ProxyLogin | null) => void {
    const trial = Promise.withResolvers<ProxyLogin | null>();
    this.#trial = trial.promise;
    return (accepted) => {
      if (this.#trial === trial.promise) this.#trial = null;
      trial.resolve(accepted);
    };
  }

  sawCertificate(seen: SeenCertificate): void {
    const before = this.#certificates.get(seen.hostname);
    setNewest(this.#certificates, seen.hostname, { ...seen, issuer: seen.issuer.slice(0, MAX_NAME) }, MAX_HOSTS);
    if (before?.issuer !== seen.issuer || before.isPublic !== seen.isPublic) this.#changed.emit();
  }

  /** The reason of an untrusted certificate, with the authority that issued it; null for a host without one. */
  untrusted(hostname: string): NotSent | null {
    const seen = this.#certificates.get(hostname);
    if (!seen || seen.isTrusted) return null;
    return new NotSent(
      `its certificate comes from “${seen.issuer}”, which this computer does not trust; if your company inspects traffic, its certificate belongs in the system’s store`,
    );
  }

  #setClosed(closed: ClosedProxy | null): void {
    const isSame = closed?.proxy === this.#closed?.proxy && closed?.state === this.#closed?.state;
    if (!isSame) this.#stopped.clear();
    this.#closed = closed;
    if (!isSame) this.#changed.emit();
  }
}

function reasonOf({ proxy, scheme, state }: ClosedProxy): string {
  if (state === 'unsupported')
    return `the proxy ${proxy} asks to sign in by ${scheme}, which only the operating system can do; ask your administrator for a way past it`;
  if (state === 'refused')
    return `the proxy ${proxy} did not accept the name and password; correct them in Settings, Network`;
  return `the proxy ${proxy} asks for a name and password; give them in Settings, Network`;
}
