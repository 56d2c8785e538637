/** The application itself: versions, files, preferences, and the first data of a window. */
import type { OutputOf } from '../../shared/contract/index.ts';
import type { AppInfo, FirstPage, Preferences as PreferencesModel } from '../../shared/model/app.ts';
import type { Notices } from '../../shared/model/notices.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Administrator } from '../policies/administrator.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { Updates } from '../updates/updates.ts';
import type { ShownConnections } from '../vault/shown-connections.ts';
import { confirmUnprotected } from './confirm-unprotected.ts';
import { firstPageOf, loadsAtStart } from './first-page.ts';
import type { Preferences } from './preferences.ts';
import { problemReport } from './problem-report.ts';
import { readNotices } from './read-notices.ts';
import type { SecretProtection } from './secret-protection.ts';

export interface ApplicationDeps {
  readonly kit: PlatformKit;
  readonly preferences: Preferences;
  readonly protection: SecretProtection;
  readonly administrator: Administrator;
  readonly connections: ShownConnections;
  readonly tokens: TokenService;
  readonly rates: Limiters;
  readonly listings: ListingsDesk;
  readonly tasks: Tasks;
  readonly updates: Pick<Updates, 'found' | 'changed'>;
  /** The start of the app, in epoch ms on the machine's clock. */
  readonly startedAt: number;
}

export class Application {
  readonly #deps: ApplicationDeps;
  readonly #readyAfterMs = Math.round(performance.now());

  constructor(deps: ApplicationDeps) {
    this.#deps = deps;
  }

  /** The data of a window's first screen. `addressedId` is the connection id in the window's address. */
  async opening(addressedId: string | null): Promise<OutputOf<'app', 'opening'>> {
    const { connections, preferences, listings, tokens, rates, tasks } = this.#deps;
    const connectionId = this.#shownId(addressedId);
    const firstPage = this.firstPage(addressedId);
    const status = await listings.opened(connectionId);
    return {
      connections: connections.snapshot(),
      preferences: preferences.get(),
      info: this.info(),
      listings: status,
      tokens: tokens.snapshot(connectionId),
      rates: rates.snapshot(connectionId),
      tasks: tasks.snapshot(connectionId),
      firstPage,
      firstRows: firstPage === 'listings' ? listings.firstRows(connectionId, preferences.get().listingViews) : null,
    };
  }

  info(): AppInfo {
    const { kit, protection, updates, startedAt } = this.#deps;
    return {
      version: kit.versions.app,
      runtime: runtimeOf(kit),
      platform: kit.versions.platform,
      startedAt,
      protection: protection.now(),
      sandboxed: kit.sandboxed,
      locale: kit.locale,
      dataPath: kit.paths.userData,
      quarantined: kit.quarantine.files,
      update: updates.found,
    };
  }

  /** The licences of the app and of its packages. Rejects with AppError `notFound` when the app was started without a build. */
  notices(): Promise<Notices> {
    return readNotices(this.#deps.kit.paths.notices);
  }

  /** The report of a problem, as the person sees it and may send it. */
  async report(): Promise<{ text: string }> {
    const { kit, preferences, protection, administrator, connections, startedAt } = this.#deps;
    const text = await problemReport({
      ...{ kit, startedAt, runtime: runtimeOf(kit), preferences: preferences.get(), readyAfterMs: this.#readyAfterMs },
      ...{ protection: protection.now().level, policies: await administrator.state() },
      connections: connections.snapshot().connections,
    });
    return { text };
  }

  /** Emits the info when preferences, the protection of secrets, the found update or the list of quarantined files changed. */
  get infoChanged(): Subscribable<AppInfo> {
    const { preferences, protection, updates, kit } = this.#deps;
    return {
      subscribe: (listener) => {
        const sources = [preferences.changed, protection.changed, updates.changed, kit.quarantine.reported];
        const stops = sources.map((source) => source.subscribe(() => listener(this.info())));
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }

  firstPage(addressedId: string | null): FirstPage {
    const { connections, tokens, preferences } = this.#deps;
    return firstPageOf(
      { ...connections.snapshot(), currentId: this.#shownId(addressedId) },
      (connectionId) => tokens.snapshot(connectionId),
      preferences.get(),
    );
  }

  /** Whether the listings of the current connection are loaded at the start, before a page asks for them. */
  get loadsAtStart(): boolean {
    const { connections, tokens } = this.#deps;
    return loadsAtStart(connections.snapshot(), (connectionId) => tokens.snapshot(connectionId));
  }

  /**
   * Saves preferences and then moves stored secrets; resolves afterwards, so that a failed write is reported. Throws `cancelled`, `storageFailed`.
   */
  async setPreferences(changes: Parameters<Preferences['set']>[0]): Promise<PreferencesModel> {
    const { kit, preferences, protection } = this.#deps;
    await confirmUnprotected(kit.ask, preferences.get(), changes);
    const chosen = await preferences.set(changes);
    if (changes.storeUnprotected !== undefined) await protection.apply();
    return chosen;
  }

  /** The connection of a window: the one in its address, else the last chosen one. */
  #shownId(addressedId: string | null): string {
    const { connections, currentId } = this.#deps.connections.snapshot();
    return connections.some(({ id }) => id === addressedId) ? (addressedId ?? currentId) : currentId;
  }
}

/** Writes the versions of the runtime: "Electron 40.0.0, Chromium 140.0.0, Node 24.0.0". */
export function runtimeOf({ versions }: Pick<PlatformKit, 'versions'>): string {
  const { electron, chrome, node } = versions;
  return [electron && `Electron ${electron}`, chrome && `Chromium ${chrome}`, `Node ${node}`]
    .filter(Boolean)
    .join(', ');
}
