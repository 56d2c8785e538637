/** Reports facts to the process that started the host, as JSON lines on stdout. */

export type Fact =
  | { host: 'ready'; cdp: string }
  | { host: 'refused-request'; url: string; by: string }
  | { host: 'drawn'; at: number }
  | { host: 'page-error'; message: string }
  | { host: 'console'; level: string; text: string }
  | { host: 'opened-outside'; url: string }
  | { host: 'recorded'; what: string; detail: unknown };

let isEnabled = false;

/** Turns reports on. They are off by default, to keep a person's terminal quiet. */
export function enableReports(): void {
  isEnabled = true;
}

export function report(fact: Fact): void {
  if (isEnabled) process.stdout.write(`${JSON.stringify(fact)}\n`);
}

/** Reports a call that has no effect in the host. */
export function record(what: string, detail: unknown = null): void {
  report({ host: 'recorded', what, detail: typeof detail === 'function' ? '(function)' : detail });
}
