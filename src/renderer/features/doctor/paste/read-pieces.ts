/** Sends a file to main in pieces, because only main reads it, and one large message would block the window. */
import { AppError } from '../../../../shared/app-error.ts';
import type { PastedReport } from '../../../../shared/model/pasted.ts';
import { call } from '../../../ipc/client.ts';

/** The size of a piece, which takes less than a frame to send. It is divisible by 3, so that base64 has no padding between the pieces. */
const PIECE_BYTES = 96 * 1_024;

/** Sends the pieces and returns the report. Throws AppError `cancelled` once `signal` is aborted. */
export async function readPieces(file: Blob, signal: AbortSignal): Promise<PastedReport> {
  const id = crypto.randomUUID();
  for (let index = 0; ; index += 1) {
    const from = index * PIECE_BYTES;
    const end = Math.min(file.size, from + PIECE_BYTES);
    const piece = await base64Of(file.slice(from, end));
    if (signal.aborted) throw new AppError('cancelled', {});
    const isLast = end >= file.size;
    const report = await call('doctor', 'readPiece', { id, index, piece, size: file.size, isLast }, signal);
    // A report before the last piece says why main does not read the file.
    if (report) return report;
  }
}

/** Encodes a blob as base64. Chromium does it in another thread than the window's. */
function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(blob);
  });
}
