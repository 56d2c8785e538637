/** What the host has to say to whoever attached to it: one JSON line for each fact on stdout, and a list of what was only recorded. */

export type Fact =
  | { host: 'ready'; cdp: string }
  | { host: 'refused-request'; url: string; by: string }
  | { host: 'page-error'; message: string }
  | { host: 'console'; level: string; text: string }
  | { host: 'opened-outside'; url: string }
  | { host: 'recorded'; what: string; detail: unknown };

let isEnabled = false;

/** Facts are written out only when somebody attached for them; a person's terminal stays quiet. */
export function enableReports(): void {
  isEnabled = true;
}

export function report(fact: Fact): void {
  if (isEnabled) process.stdout.write(`${JSON.stringify(fact)}\n`);
}

/** For calls that are accepted and change nothing here: they are on record instead. */
export function record(what: string, detail: unknown = null): void {
  report({ host: 'recorded', what, detail: typeof detail === 'function' ? '(function)' : detail });
}
