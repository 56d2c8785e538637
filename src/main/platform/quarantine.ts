/** The damaged files that were renamed since the start, to show to the person. */
import type { QuarantinedFile } from '../../shared/model/app.ts';

export class QuarantineList {
  readonly #files: QuarantinedFile[] = [];

  get files(): QuarantinedFile[] {
    return [...this.#files];
  }

  report(file: QuarantinedFile): void {
    this.#files.push(file);
  }
}
