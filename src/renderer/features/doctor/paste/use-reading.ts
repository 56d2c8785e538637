/** Reads a person's input, with its progress; the person can cancel it. The report is kept while the window is open. */
import { useEffect, useRef } from 'react';
import { AppError } from '../../../../shared/app-error.ts';
import type { PastedReport } from '../../../../shared/model/pasted.ts';
import { call, listen } from '../../../ipc/client.ts';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';

/** The state of reading an input. `bytes` of `total` have been read; `total` is null while it is unknown. */
export type Reading =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly bytes: number; readonly total: number | null }
  | { readonly kind: 'done'; readonly report: PastedReport }
  | { readonly kind: 'failed'; readonly error: unknown };

/** An input: a text, a file or very long text that was pasted or dropped, or a file that main asks for. */
export type Given =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'chosen' };

/** The maximum length of a text that is sent to main in one piece. */
const MAX_WHOLE = 500_000;
const IDLE: Reading = { kind: 'idle' };

export function useReading() {
  const [reading, setReading] = useRememberedState<Reading>('doctor.paste.reading', () => IDLE);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  useEffect(
    () =>
      listen('doctor', 'onReading', ({ bytes, total }) =>
        setReading((known) => (known.kind === 'reading' ? { ...known, bytes, total: total ?? known.total } : known)),
      ),
    [setReading],
  );

  async function start(given: Given): Promise<void> {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setReading(() => ({ kind: 'reading', bytes: 0, total: given.kind === 'file' ? given.file.size : null }));
    const finish = (end: Reading) => {
      if (controller.current === own) setReading(() => end);
    };
    try {
      const report = await read(given, own.signal);
      finish(report === null ? IDLE : { kind: 'done', report });
    } catch (error) {
      finish(error instanceof AppError && error.code === 'cancelled' ? IDLE : { kind: 'failed', error });
    }
  }

  return {
    reading,
    start,
    cancel: () => controller.current?.abort(),
    clear: () => {
      controller.current?.abort();
      setReading(() => IDLE);
    },
  };
}

/** Reads the input; null when the person cancels the dialog. */
async function read(given: Given, signal: AbortSignal): Promise<PastedReport | null> {
  if (given.kind === 'chosen') return call('doctor', 'readFile', null, signal);
  if (given.kind === 'text' && given.text.length <= MAX_WHOLE)
    return call('doctor', 'readText', { text: given.text }, signal);
  const file = given.kind === 'file' ? given.file : new Blob([given.text]);
  return readPieces(file, signal);
}

/** The size of a piece, which takes less than a frame to send. It is divisible by 3, so that base64 has no padding between the pieces. */
const PIECE_BYTES = 96 * 1_024;

/** Sends the pieces and returns the report. Throws AppError `cancelled` once `signal` is aborted. */
async function readPieces(file: Blob, signal: AbortSignal): Promise<PastedReport> {
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
