/** Keeps the latest previews of bundles, because a bundle is saved exactly as the person saw it. */

import { AppError } from '../../../shared/app-error.ts';
import type { BundlePreview } from '../../../shared/model/bundle.ts';
import { MAX_LARGE_ENTRIES } from '../../platform/bounded-map.ts';
import type { Random } from '../../platform/ports.ts';

export interface KeptPreview {
  readonly preview: BundlePreview;
  readonly name: string;
  readonly writtenAt: number;
}

export class BundlePreviews {
  readonly #random: Pick<Random, 'id'>;
  readonly #kept = new Map<string, KeptPreview>();

  constructor(random: Pick<Random, 'id'>) {
    this.#random = random;
  }

  keep(made: Omit<BundlePreview, 'id'>, name: string, writtenAt: number): BundlePreview {
    const preview = { id: this.#random.id(), ...made };
    this.#kept.set(preview.id, { preview, name, writtenAt });
    for (const id of [...this.#kept.keys()].slice(0, -MAX_LARGE_ENTRIES)) this.#kept.delete(id);
    return preview;
  }

  /** Returns a kept preview. Throws AppError `notFound` when it is no longer kept. */
  get(id: string): KeptPreview {
    const kept = this.#kept.get(id);
    if (!kept) throw new AppError('notFound', { what: 'The preview of the bundle' });
    return kept;
  }
}
