/** Reads the links `latchkey://<page>` and support bundles that the system asks the app to open. Does not import Electron. */
import { resolve } from 'node:path';
import { LinkedPage } from '../../shared/model/opening.ts';
import { switchName } from './launch.ts';

export type Opening =
  | { readonly kind: 'page'; readonly page: LinkedPage }
  /** An absolute path to a file of unknown content. */
  | { readonly kind: 'bundle'; readonly path: string };

export const LINK_SCHEME = 'latchkey';
const MAX_PATH = 4_096;

/**
 * Returns the page of the app that a link `latchkey://<page>` opens; `null` for any other link, also for one with parameters, because they could
 * cause an action.
 */
export function openingOfLink(address: string): Opening | null {
  const prefix = `${LINK_SCHEME}://`;
  if (!address.toLowerCase().startsWith(prefix)) return null;
  // Browsers end the address of a host with a slash.
  const { data } = LinkedPage.safeParse(address.slice(prefix.length).replace(/\/$/, ''));
  return data === undefined ? null : { kind: 'page', page: data };
}

/** Returns the opening for the path of a support bundle, which may be relative to `folder`; `null` unless the name ends with `.lksupport`. */
export function openingOfFile(path: string, folder: string): Opening | null {
  const isBundle = /\.lksupport$/i.test(path) && path.length <= MAX_PATH && !path.includes('\0');
  return isBundle ? { kind: 'bundle', path: resolve(folder, path) } : null;
}

/** Finds the first argument that names something to open. Relative paths begin in `folder`. */
export function openingIn(args: readonly string[], folder: string, platform: NodeJS.Platform): Opening | null {
  const end = args.indexOf('--');
  const plain = args.filter(
    (arg, index) => arg !== '--' && ((end !== -1 && index > end) || switchName(arg, platform) === null || isPath(arg)),
  );
  for (const arg of plain) {
    const opening = openingOfLink(arg) ?? openingOfFile(arg, folder);
    if (opening) return opening;
  }
  return null;
}

/** Whether an argument that begins with a slash is a path. On Windows, a slash also begins a switch, but a switch has no second slash. */
const isPath = (arg: string): boolean => arg.startsWith('/') && arg.includes('/', 1);
