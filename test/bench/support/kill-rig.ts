/** Kills the built app in the middle of an issuance, restarts it on the same profile, and checks what it knows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type RunningHost, startHost } from '../../host/start-host.ts';
import { chosenBefore } from '../../support/chosen-before.ts';
import { sandboxBefore } from '../../support/sandbox-before.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';
import { type HeldStep, type HeldTokenServer, serveHeldTokens } from './held-token-server.ts';

/** `asked`: soon after the request for a token, mostly before the ledger's line. `keeping`: just after the answer. */
export type KillStep = 'asked' | Exclude<HeldStep, 'answered'> | 'keeping';
export const KILL_STEPS: readonly KillStep[] = ['asked', 'connected', 'received', 'issued', 'halfAnswered', 'keeping'];

/** A request for a token is sent within so long; an answer is kept within so long. */
const MAX_ASKING_MS = 30;
const MAX_KEEPING_MS = 12;

/** An issuance that a kill interrupts. */
export interface Interrupted {
  readonly step: KillStep;
  /** Whether the client gets a token first. */
  readonly hadToken: boolean;
}

/** The state of one client after a kill and after the restart. */
export interface Aftermath extends Interrupted {
  /** Tokens that the server issued to the client before the restart. */
  readonly issued: number;
  /** Issuances of the last 24 h that the console counts after the restart. */
  readonly counted: number;
  /** The ledger's outcome of the killed request; `none` without a line. */
  readonly line: 'none' | 'lost' | 'confirmed' | 'refused';
  /** Whether the vault has a token after the restart. */
  readonly kept: boolean;
  /** Whether the service accepted a request after the restart. */
  readonly recovered: boolean;
  /** Tokens that the recovery cost. */
  readonly reissued: number;
  /** Earlier clients for which the console counts fewer issuances than the server. */
  readonly underCounted: number;
  readonly restartMs: number;
}

interface App {
  readonly host: RunningHost;
  readonly browser: Browser;
  readonly page: Page;
}

interface Client {
  readonly clientId: string;
  readonly connectionId: string;
  readonly credentialId: string;
}

export class KillRig {
  readonly #folder = makeTempFolder();
  readonly #server: HeldTokenServer;
  readonly #random: () => number;
  readonly #clients: Client[] = [];
  #app: App | null = null;

  private constructor(server: HeldTokenServer, random: () => number) {
    this.#server = server;
    this.#random = random;
    writeFileSync(this.#certificateFile, server.certificate);
  }

  static async open(random: () => number): Promise<KillRig> {
    return new KillRig(await serveHeldTokens(), random);
  }

  /** Kills the app when the issuances of as many new clients are at their steps, restarts it and leaves it running. */
  async kill(interrupted: readonly Interrupted[]): Promise<readonly Aftermath[]> {
    const server = this.#server;
    const app = await this.#running();
    const clients: Client[] = [];
    for (const { hadToken } of interrupted) {
      const client = await this.#newClient(app);
      if (hadToken) await this.#load(app, client);
      clients.push(client);
    }
    const asking: Promise<unknown>[] = [];
    for (const [at, { step }] of interrupted.entries()) {
      const client = clients[at] as Client;
      const reached = step === 'asked' ? null : server.hold(step === 'keeping' ? 'answered' : step);
      asking.push(this.#renew(app, client));
      if (reached) await withinSeconds(20, reached, `the step “${step}”`);
    }
    const steps = interrupted.map(({ step }) => step);
    if (steps.includes('keeping')) await wait(this.#random() * MAX_KEEPING_MS);
    else if (steps.includes('asked')) await wait(this.#random() * MAX_ASKING_MS);
    app.host.process.kill('SIGKILL');
    await app.host.exited;
    await Promise.all(asking);
    await app.browser.close().catch(() => {});
    this.#app = null;
    server.release();
    // Before the restart: a console with a token loads the listings by itself.
    const before = clients.map(({ clientId }) => ({
      issued: server.issued(clientId),
      accepted: server.accepted(clientId),
    }));
    const began = performance.now();
    const again = await this.#running();
    const restartMs = Math.round(performance.now() - began);
    const tokens = await Promise.all(clients.map((client) => this.#token(again, client)));
    let underCounted = 0;
    for (const other of this.#clients)
      if ((await this.#token(again, other)).quota.used < server.issued(other.clientId)) underCounted += 1;
    for (const client of clients) await this.#load(again, client);
    return interrupted.map((one, at) => {
      const { clientId } = clients[at] as Client;
      const { issued, accepted } = before[at] as (typeof before)[number];
      const token = tokens[at] as (typeof tokens)[number];
      // The open Listings page may have asked for the token before the person did; then both wait for one issuance.
      const line = token.issuances.at(-1)?.outcome ?? 'none';
      return {
        ...one,
        issued,
        counted: token.quota.used,
        line: line === 'sent' ? 'none' : line,
        kept: token.expiresAt !== null,
        recovered: server.accepted(clientId) > accepted,
        reissued: server.issued(clientId) - issued,
        underCounted,
        restartMs,
      };
    });
  }

  async close(): Promise<void> {
    const app = this.#app;
    if (app) {
      app.host.process.kill('SIGTERM');
      await app.host.exited;
      await app.browser.close().catch(() => {});
    }
    await this.#server.close();
    removeTempFolder(this.#folder);
  }

  get #certificateFile(): string {
    return join(this.#folder, 'certificate.pem');
  }

  async #running(): Promise<App> {
    if (this.#app) return this.#app;
    const env = { NODE_EXTRA_CA_CERTS: this.#certificateFile, LATCHKEY_HOST_KEYRING: 'unlocked' };
    const userData = join(this.#folder, 'profile');
    chosenBefore(userData);
    sandboxBefore(userData, 0);
    const host = await startHost({ userData, headless: true, env });
    const browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('the host has no page');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ timeout: 20_000 });
    this.#app = { host, browser, page };
    return this.#app;
  }

  async #newClient({ page }: App): Promise<Client> {
    const clientId = `client-${this.#clients.length + 1}`;
    const input = { clientId, origin: this.#server.origin };
    const made = await page.evaluate(async ({ clientId: id, origin }) => {
      const answer = await window.latchkey.connections.create({
        name: id,
        presetId: 'custom',
        addresses: { baseUrl: origin, authUrl: origin, bookingBaseUrl: '', bookingAuthUrl: '' },
        openApi: { clientId: id, clientSecret: 'planted-secret-of-a-test' },
        applications: [],
      });
      if (!answer.ok) throw new Error(answer.error.code);
      return { connectionId: answer.value.id, credentialId: answer.value.openApi?.id ?? '' };
    }, input);
    const client = { clientId, ...made };
    this.#clients.push(client);
    return client;
  }

  /** Requests a new token, as a person does; settles on the answer or on the end of the app. */
  #renew({ page }: App, { credentialId }: Client): Promise<unknown> {
    return page
      .evaluate((id) => window.latchkey.tokens.renew({ credentialId: id, confirmLastSlot: true }), credentialId)
      .catch(() => {});
  }

  async #token({ page }: App, { connectionId }: Client) {
    return page.evaluate(async (id) => {
      const answer = await window.latchkey.tokens.status({ connectionId: id });
      const token = answer.ok ? answer.value.tokens[0] : null;
      if (!token) throw new Error('the token cannot be read');
      return token;
    }, connectionId);
  }

  /** Loads the listings and waits until they are loaded. */
  async #load({ page }: App, { connectionId }: Client): Promise<void> {
    const phase = await page.evaluate(async (id) => {
      await window.latchkey.listings.load({ connectionId: id });
      for (let turn = 0; turn < 400; turn += 1) {
        const status = await window.latchkey.listings.status({ connectionId: id });
        if (status.ok && status.value.phase !== 'loading') return JSON.stringify(status.value);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      return 'never ended';
    }, connectionId);
    if (!phase.includes('"done"')) throw new Error(`the listings were not loaded: ${phase.slice(0, 400)}`);
  }
}

async function withinSeconds<Value>(seconds: number, promise: Promise<Value>, what: string): Promise<Value> {
  const late = new AbortController();
  const timeout = wait(seconds * 1_000, null, { signal: late.signal }).then(
    () => Promise.reject(new Error(`${what} was not reached within ${seconds} s`)),
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    late.abort();
  }
}
