/** Sends a file to main in pieces: only main reads it, and no piece blocks the drawing of the window. */
import { AppError } from '../../../../shared/app-error.ts';
import type { PastedReport } from '../../../../shared/model/pasted.ts';
import { call } from '../../../ipc/client.ts';

/**
 * The size of a piece. Sending a larger one would block the window for more than a frame. Divisible by 3, so that there is no padding between the
 * pieces.
 */
const PIECE_BYTES = 96 * 1_024;

/** Sends the pieces and resolves with the report. Throws AppError `cancelled` once `signal` is aborted. */
export async function readPieces(file: Blob, signal: AbortSignal): Promise<PastedReport> {
  const id = crypto.randomUUID();
  for (let index = 0; ; index += 1) {
    const from = index * PIECE_BYTES;
    const end = Math.min(file.size, from + PIECE_BYTES);
    const piece = await base64Of(file.slice(from, end));
    if (signal.aborted) throw new AppError('cancelled', {});
    const isLast = end >= file.size;
    const report = await call('doctor', 'readPiece', { id, index, piece, size: file.size, isLast }, signal);
    // Before the last piece, a report says why the file is not read.
    if (report) return report;
  }
}

/** Encodes a blob as base64; Chromium does that outside the window's thread. */
function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(blob);
  });
}
