/** The files that were damaged or could not be opened since the start, to show to the person. */
import type { QuarantinedFile } from '../../shared/model/app.ts';
import { Emitter } from './emitter.ts';
import type { Subscribable } from './ports.ts';

export class QuarantineList {
  readonly #files: QuarantinedFile[] = [];
  readonly #reported = new Emitter<QuarantinedFile>();

  get files(): QuarantinedFile[] {
    return [...this.#files];
  }

  get reported(): Subscribable<QuarantinedFile> {
    return this.#reported;
  }

  report(file: QuarantinedFile): void {
    this.#files.push(file);
    this.#reported.emit(file);
  }
}
