/** Answers requests for `app://bundle/…` with files of the built page, pictures and pages to print. Does not import Electron. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The policy of pages: only their own scripts and pictures, no network. Inline styles are allowed, because Mantine sets custom properties. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // A text becomes markup or script only through the policy of renderer/app/trusted-types.ts.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** The policy of pictures: an SVG that is opened alone may apply its styles only. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The policy of a page to print: only its own styles and pictures. */
const PRINT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox";

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

const PICTURE_TYPE = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/;

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
};

export interface BundleOptions {
  readonly root: string;
  readonly pictures: (id: string) => Promise<{ type: string; data: Uint8Array } | null>;
  /** Returns the HTML that is printed under an id; `null` for none. */
  readonly prints?: (id: string) => string | null;
  /** Called once, when the page and all files that it names have been answered. */
  readonly onServed?: () => void;
}

/** Makes the handler of the `app:` scheme. It answers 404 for anything but a file of the page, a picture or a page to print, and never throws. */
export function bundleHandler({
  root,
  pictures,
  prints,
  onServed,
}: BundleOptions): (request: Request) => Promise<Response> {
  const load = new PageLoad(root, onServed ?? (() => {}));
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return emptyResponse(405);
    const segments = bundlePath(request.url);
    if (segments === null) return emptyResponse(404);
    try {
      if (segments[0] === 'pictures') return await picture(segments, pictures);
      if (segments[0] === 'prints') return print(segments, prints);
      const file = segments.join('/');
      return await load.answer(extname(file) === '' ? 'index.html' : file);
    } catch {
      return emptyResponse(404);
    }
  };
}

/**
 * Splits an `app://bundle` address into decoded path segments. Returns `null` for another address, and for a segment that could leave the folder
 * (`..`, an encoded separator, a drive, a NUL).
 */
export function bundlePath(address: string): string[] | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'app:' || url.host !== 'bundle') return null;
  const segments: string[] = [];
  for (const raw of url.pathname.split('/')) {
    if (raw === '') continue;
    let segment: string;
    try {
      segment = decodeURIComponent(raw);
    } catch {
      return null;
    }
    if (segment.startsWith('.') || /[/\\:\0]/.test(segment)) return null;
    segments.push(segment);
  }
  return segments;
}

/** Answers with files of the page. Calls `onServed` when the page and the files that it names have been answered for the first time. */
class PageLoad {
  readonly #root: string;
  readonly #onServed: () => void;
  /** The files of the page that are not answered yet; `null` until the page is. */
  #missing: Set<string> | null = null;
  #served = false;

  constructor(root: string, onServed: () => void) {
    this.#root = root;
    this.#onServed = onServed;
  }

  async answer(file: string): Promise<Response> {
    const type = CONTENT_TYPES[extname(file).toLowerCase()];
    if (type === undefined) return emptyResponse(404);
    const data = await readFile(join(this.#root, file));
    if (!this.#served) this.#note(file, data);
    return new Response(data, {
      headers: {
        ...COMMON_HEADERS,
        'content-type': type,
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-cache',
      },
    });
  }

  #note(file: string, data: Buffer): void {
    if (file === 'index.html') {
      const named = data.toString().matchAll(/(?:src|href)="\.\/([^"]+)"/g);
      this.#missing = new Set([...named].map(([, name]) => name ?? ''));
    } else this.#missing?.delete(file);
    if (this.#missing?.size !== 0) return;
    this.#served = true;
    this.#onServed();
  }
}

async function picture(segments: string[], pictures: BundleOptions['pictures']): Promise<Response> {
  const [, id, ...rest] = segments;
  if (id === undefined || rest.length > 0) return emptyResponse(404);
  const found = await pictures(id);
  const type = found?.type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (found === null || !PICTURE_TYPE.test(type)) return emptyResponse(404);
  return new Response(new Uint8Array(found.data), {
    headers: {
      ...COMMON_HEADERS,
      'content-type': type,
      'content-security-policy': PICTURE_POLICY,
      'cache-control': 'private, max-age=3600',
    },
  });
}

function print([, id, ...rest]: string[], prints: BundleOptions['prints']): Response {
  const html = id === undefined || rest.length > 0 ? null : (prints?.(id) ?? null);
  if (html === null) return emptyResponse(404);
  return new Response(html, {
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PRINT_POLICY,
      'cache-control': 'no-store',
    },
  });
}

const emptyResponse = (status: number): Response => new Response(null, { status, headers: COMMON_HEADERS });
