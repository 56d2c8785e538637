/**
 * What the app relies on and only Electron's binary can confirm. Each function runs in the main process, so it uses nothing outside itself;
 * it also runs in the Chromium host, which models the answer that is expected.
 */
type Main = typeof import('electron');

/**
 * How a thread ends that runs out of memory by many small objects: the code of its error. The process goes on when this answers. Objects that
 * are large beside the limit end the process in Node too.
 */
export function threadWithoutMemory(_electron: Main): Promise<string> {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const code = 'const kept = []; for (;;) kept.push({ at: kept.length });';
  const thread = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
  return new Promise((resolve) => {
    thread.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    thread.once('exit', (exitCode) => resolve(`exit ${exitCode}`));
  });
}

/** Sends `count` requests of each session to one host at once and reads their bodies. */
export async function concurrentRequests(
  { session }: Main,
  { url, count, sessions }: { url: string; count: number; sessions: readonly string[] },
) {
  const init = { credentials: 'omit', cache: 'no-store' } as const;
  const sent = sessions.flatMap((name) => {
    const own = session.fromPartition(name, { cache: false });
    return Array.from({ length: count }, () => own.fetch(url, init).then((response) => response.text()));
  });
  return Promise.all(sent);
}

/** The header of an answer that the session's `onHeadersReceived` put in place of one that no `Headers` can have. */
export async function changedHead({ session }: Main, { url, waitMs }: { url: string; waitMs: number }) {
  const own = session.fromPartition('questions of heads', { cache: false });
  own.webRequest.onHeadersReceived((_details, respond) => respond({ responseHeaders: { 'x-name': ['changed'] } }));
  const init = { credentials: 'omit', cache: 'no-store' } as const;
  const answer = own.fetch(url, init).then((response) => response.headers.get('x-name'));
  return Promise.race([answer, new Promise<string>((resolve) => setTimeout(resolve, waitMs, 'pending'))]);
}

/** How the body of an aborted response ends, if it ends within the time: the name of its error. */
export async function abortedBody({ session }: Main, { url, waitMs }: { url: string; waitMs: number }) {
  const own = session.fromPartition('questions', { cache: false });
  const controller = new AbortController();
  const reason = new Error('the test aborts');
  const response = await own.fetch(url, { credentials: 'omit', cache: 'no-store', signal: controller.signal });
  const body = response.text().then(
    () => 'complete',
    (error: Error) => (error === reason ? 'the reason' : error.name),
  );
  controller.abort(reason);
  return Promise.race([body, new Promise<string>((resolve) => setTimeout(resolve, waitMs, 'pending'))]);
}

/** How a request ends that follows no redirect: the message of its error. */
export function refusedRedirect({ session }: Main, { url }: { url: string }): Promise<string> {
  const own = session.fromPartition('questions', { cache: false });
  return own.fetch(url, { credentials: 'omit', cache: 'no-store', redirect: 'error' }).then(
    () => 'followed',
    (error: Error) => error.message,
  );
}

/** How many certificates of the operating system main's own client knows. */
export function systemCertificates(_electron: Main): number {
  return process.getBuiltinModule('node:tls').getCACertificates('system').length;
}

/** What becomes of a notification: `show`, `failed` with its reason, or `nothing` within the time. */
export function shownNotification({ Notification }: Main, { waitMs }: { waitMs: number }): Promise<string> {
  const notification = new Notification({ title: 'Latchkey', body: 'A test of the end-to-end tests' });
  return new Promise((resolve) => {
    notification.once('show', () => resolve('show'));
    notification.once('failed', (_event, error) => resolve(`failed: ${error}`));
    setTimeout(resolve, waitMs, 'nothing');
    notification.show();
  });
}

interface Owners {
  seen: string[];
  restore(): void;
}

/** Puts a hidden window before every other and takes the focus away, then records who owns each message box, until `ownersOfBoxes`. */
export function watchOwners({ BrowserWindow, dialog }: Main): void {
  const { getAllWindows, getFocusedWindow } = BrowserWindow;
  const { showMessageBox } = dialog;
  const windows = BrowserWindow.getAllWindows();
  const hidden = new BrowserWindow({ show: false });
  const owners: Owners = {
    seen: [],
    restore() {
      Object.assign(BrowserWindow, { getAllWindows, getFocusedWindow });
      Object.assign(dialog, { showMessageBox });
      hidden.destroy();
    },
  };
  const record = async (first: { isVisible?(): boolean }) => {
    owners.seen.push(first.isVisible ? (first.isVisible() ? 'a visible window' : 'a hidden window') : 'no window');
    return { response: 1, checkboxChecked: false };
  };
  Object.assign(globalThis, { owners });
  Object.assign(BrowserWindow, { getAllWindows: () => [hidden, ...windows], getFocusedWindow: () => null });
  Object.assign(dialog, { showMessageBox: record });
}

/** The owners of the message boxes since `watchOwners`. */
export function ownersOfBoxes(_electron: Main): string[] {
  const { owners } = globalThis as unknown as { owners: Owners };
  owners.restore();
  return owners.seen;
}
