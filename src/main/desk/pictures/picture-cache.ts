/**
 * Fetches pictures for the renderer, which has no network. The renderer shows a path (`/pictures/<id>`), and main fetches the address behind it: over
 * https only, without a token, a few at a time, raster pictures of limited size only. Answers are cached in memory.
 */

import { createHash } from 'node:crypto';
import type { PictureRef } from '../../../shared/model/field.ts';
import { SECOND_MS } from '../../../shared/time/units.ts';
import { setNewest } from '../../platform/bounded-map.ts';
import type { Fetch } from '../../platform/ports.ts';
import { readUpTo } from '../../platform/read-up-to.ts';
import { rasterType } from './raster-picture.ts';

export interface LoadedPicture {
  readonly type: string;
  readonly data: Uint8Array;
}

export interface PictureNetwork {
  readonly fetch: Fetch;
  /** Whether SVG is drawn, too. Only the console's own pictures set this, because an SVG can take any time to draw. */
  readonly drawsSvg: boolean;
}

interface PictureSource {
  readonly connectionId: string;
  readonly url: string;
}

const MAX_SOURCES = 20_000;
const MAX_BYTES = 10_000_000;
const MAX_CACHED_BYTES = 48_000_000;
const MAX_AT_ONCE = 6;
/** The largest number of simultaneous downloads from one host, so that a slow host neither is overloaded nor delays the pictures of others. */
const MAX_AT_ONCE_PER_HOST = 2;

export class PictureCache {
  readonly #networkOf: (connectionId: string) => PictureNetwork;
  readonly #sources = new Map<string, PictureSource>();
  readonly #cache = new Map<string, LoadedPicture>();
  readonly #loading = new Map<string, Promise<LoadedPicture | null>>();
  readonly #running = new Map<string, number>();
  #waiting: { readonly host: string; readonly start: () => void }[] = [];
  #cachedBytes = 0;

  constructor(networkOf: (connectionId: string) => PictureNetwork) {
    this.#networkOf = networkOf;
  }

  /** Returns a path under which the renderer can show the picture; `null` when the address is not https. */
  reference(connectionId: string, url: string, caption: string | null = null): PictureRef | null {
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return null;
    const id = createHash('sha256').update(`${connectionId}\n${url}`).digest('base64url').slice(0, 24);
    setNewest(this.#sources, id, { connectionId, url }, MAX_SOURCES);
    return { src: `/pictures/${id}`, caption };
  }

  /** Loads the picture of an id from {@link reference}; `null` when it is unknown, not found, too large or not a picture. */
  async load(id: string): Promise<LoadedPicture | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const running = this.#loading.get(id);
    if (running) return running;
    const source = this.#sources.get(id);
    if (!source) return null;
    const loading = this.#limited(new URL(source.url).host, () => this.#fetch(source))
      .then((picture) => {
        if (picture) this.#cachePicture(id, picture);
        return picture;
      })
      .finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  /** Fetches a picture. Its time limit holds even if the network ignores the signal, so that no download blocks others for ever. */
  #fetch(source: PictureSource): Promise<LoadedPicture | null> {
    const silence = new AbortController();
    // A stalled download would delay the next picture of its host.
    const wait = () => setTimeout(() => silence.abort(), 5 * SECOND_MS);
    let waiting = wait();
    const onHeard = () => {
      clearTimeout(waiting);
      waiting = wait();
    };
    const signal = AbortSignal.any([AbortSignal.timeout(20 * SECOND_MS), silence.signal]);
    const late = new Promise<null>((resolve) => {
      if (signal.aborted) resolve(null);
      else signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    const download = this.#download(source, signal, onHeard);
    return Promise.race([download, late]).finally(() => clearTimeout(waiting));
  }

  async #download(source: PictureSource, signal: AbortSignal, onHeard: () => void): Promise<LoadedPicture | null> {
    try {
      const { fetch, drawsSvg } = this.#networkOf(source.connectionId);
      const response = await fetch(
        new Request(source.url, {
          headers: { accept: 'image/*' },
          referrerPolicy: 'no-referrer',
          signal,
        }),
      );
      onHeard();
      if (!response.ok) {
        await response.body?.cancel();
        return null;
      }
      const data = await readUpTo(response, MAX_BYTES, onHeard);
      if (data === null) return null;
      const type = drawsSvg && isSvg(response) ? SVG : rasterType(data);
      return type === null ? null : { type, data };
    } catch {
      return null;
    }
  }

  async #limited<Value>(host: string, work: () => Promise<Value>): Promise<Value> {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    this.#waiting.push({ host, start });
    this.#startNext();
    await started;
    try {
      return await work();
    } finally {
      const left = this.#runningOf(host) - 1;
      if (left === 0) this.#running.delete(host);
      else this.#running.set(host, left);
      this.#startNext();
    }
  }

  #startNext(): void {
    this.#waiting = this.#waiting.filter(({ host, start }) => {
      const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
      if (all >= MAX_AT_ONCE || this.#runningOf(host) >= MAX_AT_ONCE_PER_HOST) return true;
      this.#running.set(host, this.#runningOf(host) + 1);
      start();
      return false;
    });
  }

  #runningOf(host: string): number {
    return this.#running.get(host) ?? 0;
  }

  #cachePicture(id: string, picture: LoadedPicture): void {
    this.#cache.set(id, picture);
    this.#cachedBytes += picture.data.byteLength;
    for (const [oldest, { data }] of this.#cache) {
      if (this.#cachedBytes <= MAX_CACHED_BYTES) break;
      this.#cache.delete(oldest);
      this.#cachedBytes -= data.byteLength;
    }
  }
}

const SVG = 'image/svg+xml';
const isSvg = ({ headers }: Response): boolean => headers.get('content-type')?.split(';')[0]?.trim() === SVG;
