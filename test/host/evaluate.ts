/** Runs a test's function in the host's main process, as Playwright does in Electron's. */
import { runInThisContext } from 'node:vm';

/** A function as text, and its second argument; the first is the module `electron`. */
export interface Evaluation {
  readonly kind: 'evaluate';
  readonly id: number;
  readonly text: string;
  readonly argument: unknown;
}

/** Its answer, or the error that it threw. */
export interface Evaluated {
  readonly kind: 'evaluated';
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

type Evaluable = (electron: unknown, argument: unknown) => unknown;

/** Call before the app's code runs. */
export function answerEvaluations(): void {
  process.on('message', (message: Evaluation) => {
    if (message?.kind === 'evaluate') void evaluate(message).then((answer) => process.send?.(answer));
  });
  // The channel must not keep the process alive.
  process.channel?.unref();
}

async function evaluate({ id, text, argument }: Evaluation): Promise<Evaluated> {
  try {
    const { electron } = await import('./electron.ts');
    const call = runInThisContext(`(${text})`) as Evaluable;
    return { kind: 'evaluated', id, value: await call(electron, argument) };
  } catch (error) {
    return { kind: 'evaluated', id, error: error instanceof Error ? String(error.stack) : String(error) };
  }
}
