import type { Threat } from './defence.ts';

const LOCK = { file: 'src/main/lock/lock.ts', test: 'test/unit/main/lock/lock.test.ts' };
const HELD = { test: 'test/unit/main/lock/held-back.test.ts' };
const GATE = { test: 'test/contract/locked.test.ts' };
const WINDOW = { file: 'src/main/shell/window.ts', test: 'test/unit/main/shell/window.test.ts' };
const PROGRAMS = { file: 'src/main/gateway/gateway.ts', test: 'test/integration/programs.test.ts' };
const WATCH = { file: 'src/main/shell/desktop-watch.ts', test: 'test/unit/main/shell/desktop-watch.test.ts' };

/** Somebody who sits down at a window that was left open. */
export const LOCK_THREATS: readonly Threat[] = [
  {
    name: 'Somebody sits down at a window that was left open',
    story:
      'A colleague, a guest at the desk or a cleaner, at a computer whose session is open. Against a person who reads the disk the lock is no defence: that is the key store’s.',
    defences: [
      {
        ...GATE,
        claim: 'While the app is locked, main answers a window nothing but the operations of the lock.',
        file: 'src/main/ipc/register.ts',
        text: "if (area !== 'lock' && options.isLocked())",
        without: "if (area === 'lock' && channel === '')",
        title: 'no operation but those of the lock reaches its handler',
      },
      {
        ...GATE,
        claim: 'Nor does main publish anything to it.',
        file: 'src/main/ipc/publish.ts',
        text: "if (area !== 'lock' && isLocked()) return;",
        without: '',
        title: 'no event but those of the lock is published',
      },
      {
        ...LOCK,
        claim: 'The end of the app does not open it.',
        text: 'this.#isAway = this.#stored.hash !== null;',
        without: 'this.#isAway = false;',
        title: 'begins locked, so that the end of the app opens nothing',
      },
      {
        ...LOCK,
        claim: 'Wrong passphrases make the next wait ever longer.',
        text: 'if (until > now)',
        without: 'if (until > now + DAY_MS)',
        title: 'make the next wait ever longer, also after the app ended, and a right one makes up for all',
      },
      {
        ...LOCK,
        claim: 'An attempt is counted before its passphrase is compared, so that a kill takes none back.',
        text: 'await this.#keep(failed);',
        without: 'failed && null;',
        title: 'are counted before they are compared',
      },
      {
        ...LOCK,
        claim: 'On a full disk, wrong passphrases are slowed by what is in memory.',
        text: '    this.#stored = next;\n    try {',
        without: '    try {',
        title: 'are slowed on a full disk, too, where the right one and a finger still open the app',
      },
      {
        ...LOCK,
        claim:
          'There each attempt also takes five seconds before its passphrase is compared, because the end of the app would take it back.',
        text: 'if (problem !== null) await new Promise<void>((resolve) => clock.after(UNSTORED_WAIT_MS, resolve));',
        without: '',
        title: 'take their time on a full disk, also after each start of the app',
      },
      {
        ...LOCK,
        claim: 'Attempts at the same time wait for each other.',
        text: `  unlock(passphrase: string): Promise<LockState> {
    return this.#turns.run(async () => {`,
        without: `  unlock(passphrase: string): Promise<LockState> {
    return new Turns().run(async () => {`,
        title: 'that are tried at once wait, too',
      },
      {
        ...LOCK,
        claim: 'Another passphrase is chosen by a person who knows the former one.',
        text: "await this.#check('current', current ?? '');",
        without: '',
        title: 'is changed and turned off by a person who knows the passphrase alone',
      },
      {
        ...LOCK,
        claim: 'The lock is turned off by a person who knows the passphrase.',
        text: "await this.#check('current', current);",
        without: '',
        title: 'is changed and turned off by a person who knows the passphrase alone',
      },
      {
        ...LOCK,
        claim: 'A finger that is not the person’s opens nothing.',
        text: "      throw new AppError('cancelled', {}, { cause });",
        without: '      void cause;',
        title: 'opens the app when it is the person’s',
      },
      {
        ...LOCK,
        claim: 'A forgotten passphrase is dropped after a day, not before.',
        text: 'this.#deps.clock.now() >= opensAt',
        without: 'this.#deps.clock.now() >= opensAt - DAY_MS',
        title: 'is dropped after a day, also of an app that did not run, and nothing else is',
      },
      {
        ...LOCK,
        claim: 'A clock that is set back makes no wait longer.',
        text: 'Math.min(stored.opensAt, now + FORGOTTEN_MS)',
        without: 'stored.opensAt',
        title: 'waits a day at most, whatever the clock said',
      },
      {
        ...LOCK,
        claim: 'An administrator can require a lock, and then nobody turns it off.',
        text: "if (this.#isRequired) throw invalidInput('current', 'Your administrator requires the lock.');",
        without: '',
        title: 'requires a lock: nothing is shown before a passphrase is chosen, and it cannot be turned off',
      },
      {
        ...LOCK,
        claim: 'An administrator can set the most minutes without use.',
        text: 'this.#maxMinutes = lockMinutes ?? null;',
        without: 'this.#maxMinutes = null;',
        title: 'sets the most minutes without use',
      },
      {
        ...HELD,
        claim: 'A locked app asks no question, so that nobody else grants a program anything.',
        file: 'src/main/compose/lock.ts',
        text: 'const answer = isLocked() ? null : await kit.askForProgram(question);',
        without: 'const answer = await kit.askForProgram(question);',
        title: 'no question is asked, and the answer to an open one counts for nothing',
      },
      {
        ...HELD,
        claim: 'A policy stops also the tasks that go on after a start.',
        file: 'src/main/compose/lock.ts',
        text: ', tasks.changed.subscribe(pause)',
        without: '',
        title: 'running tasks pause only if a policy says so, also those that go on after a start',
      },
      {
        ...HELD,
        claim: 'A dialog that was open when the app was locked leads to no file.',
        file: 'src/main/lock/locked-desktop.ts',
        text: `      const result = await act(...args);
      refuse(isLocked());`,
        without: `      const result = await act(...args);`,
        title: 'nothing is copied or printed, and a file dialog that is still open leads to no file',
      },
      {
        ...WATCH,
        claim: 'Notifications of a locked app name nothing.',
        text: 'this.#hasToldLocked ||= fresh.length > 0;\n      return;',
        without: 'this.#hasToldLocked ||= fresh.length > 0;',
        title: 'names nothing while the app is locked, and tells what happened when the person is back',
      },
      {
        ...WATCH,
        claim: 'Nor does its tray.',
        text: 'if (!isCurrent || this.#options.lock.isLocked) return;',
        without: 'if (!isCurrent) return;',
        title: 'names nothing while the app is locked, and tells what happened when the person is back',
      },
      {
        ...WINDOW,
        claim: 'Every window is loaded again, so that its process keeps nothing of what it showed.',
        text: '      contents.reload();\n    }\n    for',
        without: '    }\n    for',
        title: 'are all loaded again for the lock, with what was typed in each, and hidden from recordings by choice',
      },
      {
        ...WINDOW,
        claim: 'From the lock on, a window is invisible until its emptied page is loaded.',
        text: 'window.setOpacity(0);',
        without: '',
        title: 'show nothing on',
      },
      {
        ...WINDOW,
        claim: 'A page that hangs, and so does not load again, loses its process.',
        text: '() => contents.forcefullyCrashRenderer()',
        without: '() => {}',
        title: 'show nothing on',
      },
      {
        ...WINDOW,
        claim: 'What is to be shown while the app is locked is shown after it.',
        text: ' && !this.#options.isLocked()',
        without: '',
        title: 'keep the place to show in the address of a locked page, which finds it when it is unlocked',
      },
      {
        claim: 'A question that is open when the app is locked goes away, and is answered with no.',
        file: 'src/main/platform/electron/ask.ts',
        text: 'for (const question of open) question.abort();',
        without: 'void open;',
        test: 'test/unit/main/platform/electron/ask.test.ts',
        title: 'is answered with no when the app closes the question',
      },
      {
        claim:
          'A guest’s data that was copied is cleared after a minute, at the lock and at the end of the app by choice, and nothing else is.',
        file: 'src/main/shell/desktop.ts',
        text: '=== text) clipboard.clear();',
        without: '!== null) clipboard.clear();',
        test: 'test/unit/main/shell/desktop.test.ts',
        title: 'clears after',
      },
      {
        claim: 'What replaced it in the clipboard is not cleared later.',
        file: 'src/main/shell/desktop.ts',
        text: 'guestText = clearAfterMs === null ? null : text;',
        without: 'guestText ??= text;',
        test: 'test/unit/main/shell/desktop.test.ts',
        title: 'of a guest’s data is cleared at once when the app is locked or quits, and nothing else is',
      },
      {
        ...WATCH,
        claim: 'What happens once while the app is locked is told when the person is back.',
        text: 'this.#notify(this.#held.splice(0));',
        without: 'this.#held.splice(0);',
        title: 'names nothing while the app is locked, and tells what happened when the person is back',
      },
      {
        ...PROGRAMS,
        claim: 'A program that prepares a booking is told that the app is locked.',
        text: "if (isLocked()) throw new AppError('locked', {});",
        without: 'void isLocked;',
        title: 'makes a quote only when the person confirms what the app has read',
      },
      {
        claim: 'A policy keeps programs out while the app is locked.',
        file: 'src/main/gateway/gateway.ts',
        text: 'if (await this.#deps.isStopped())',
        without: 'if (this.#running < 0)',
        test: 'test/unit/main/policies/enforced.test.ts',
        title: 'that stops programs while the app is locked refuses each command until it is open',
      },
    ],
  },
];
