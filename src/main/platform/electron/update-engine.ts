/**
 * The port to updates over electron-updater, which compares versions, downloads, checks hash and publisher, and starts the installer. The list of
 * versions comes over the app's own network and counts only with the release's signature. The library is loaded with the first check.
 */
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { UpdateChannel } from '../../../shared/model/update.ts';
import type { Fetch, Log } from '../ports.ts';
import { readSigned } from '../signed-text.ts';
import { type UpdateEngine, UpdateProblem, type UpdateWay } from '../update-engine.ts';

type Library = typeof import('electron-updater');

export interface UpdateEngineOptions {
  readonly way: () => Promise<UpdateWay>;
  /** The folder of the lists of versions and of the installers. */
  readonly url: string;
  readonly publicKey: string;
  readonly fetch: Fetch;
  readonly log: Log;
  /** Called before the installer starts the new version, which is a second instance until this one has ended. */
  readonly releaseLock: () => void;
  /** Tests make an updater that needs no Electron. */
  readonly make?: (library: Library) => AppUpdater;
}

const MAX_NOTES = 20_000;

/** Sentences for errors of the library, whose own messages name paths and addresses. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_CHECKSUM_MISMATCH:
    'The downloaded file is not the one that the publisher of the app released, so it was deleted.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The downloaded installer is not signed by the publisher of the app.',
  ENOSPC: 'The disk is full.',
  EACCES: 'This user may not write the files of the app.',
};

/** Returns the library's updater. On Linux without an AppImage it only reports versions, so the updater for packages is used. */
function updaterOf(library: Library): AppUpdater {
  if (process.platform === 'linux' && !process.env.APPIMAGE) return new library.DebUpdater();
  return library.autoUpdater;
}

export function electronUpdateEngine(options: UpdateEngineOptions): UpdateEngine {
  const { way, publicKey, fetch, log, releaseLock, make = updaterOf } = options;
  let channel: UpdateChannel = 'latest';
  let opened: Promise<AppUpdater> | null = null;

  const open = async (): Promise<AppUpdater> => {
    const { default: library } = await import('electron-updater');
    const { parseUpdateInfo, resolveFiles } = (await import('electron-updater/out/providers/Provider.js')).default;
    const base = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
    const updater = make(library);
    updater.logger = {
      info: () => {},
      warn: (message: unknown) => log.warn('the updater warns', { message: String(message) }),
      error: (message: unknown) => log.warn('the updater failed', { message: String(message) }),
    };
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.disableWebInstaller = true;
    updater.allowDowngrade = false;
    class SignedProvider extends library.Provider<UpdateInfo> {
      constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
        super(runtime);
      }

      override async getLatestVersion(): Promise<UpdateInfo> {
        const file = `${this.getCustomChannelName(channel)}.yml`;
        const list = new URL(file, base);
        return parseUpdateInfo(await readSigned(fetch, list, publicKey), file, list);
      }

      override resolveFiles(info: UpdateInfo) {
        return resolveFiles(info, base);
      }
    }
    updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider });
    return updater;
  };

  const withUpdater = async <Value>(work: (updater: AppUpdater) => Promise<Value>): Promise<Value> => {
    try {
      opened ??= open();
      return await work(await opened);
    } catch (error) {
      throw problemOf(error);
    }
  };
  let ready: AppUpdater | null = null;

  return {
    way,
    check: (wanted) =>
      withUpdater(async (updater) => {
        channel = wanted;
        const result = await updater.checkForUpdates();
        if (!result?.isUpdateAvailable) return null;
        const { version, releaseNotes, releaseDate } = result.updateInfo;
        const at = Date.parse(releaseDate);
        const notes = typeof releaseNotes === 'string' ? releaseNotes.slice(0, MAX_NOTES) : '';
        return { version, notes, releasedAt: Number.isNaN(at) ? null : at };
      }),
    download: (onProgress) =>
      withUpdater(async (updater) => {
        const onDownload = ({ percent }: { percent: number }): void => onProgress(percent);
        updater.on('download-progress', onDownload);
        try {
          await updater.downloadUpdate();
          ready = updater;
        } finally {
          updater.off('download-progress', onDownload);
        }
      }),
    install(giveUp) {
      if (ready === null) throw new Error('nothing is downloaded');
      ready.once('error', giveUp);
      releaseLock();
      ready.quitAndInstall(true, true);
    },
  };
}

function problemOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = PROBLEMS[code];
  return sentence === undefined ? error : new UpdateProblem(sentence, { cause: error });
}
