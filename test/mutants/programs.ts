import type { Threat } from './defence.ts';

const TEST = 'test/integration/programs.test.ts';
const DOOR = { file: 'src/main/gateway/local-door.ts', test: TEST };
const RELAYS = 'test/integration/relays.test.ts';
const RELAY = { file: 'src/main/command-line/relay.ts', test: RELAYS };
const RELAY_IN_C = { file: 'tools/relay/latchkey.c', test: RELAYS };
const PROGRAMS = { file: 'src/main/gateway/programs.ts', test: TEST };
const GATEWAY = { file: 'src/main/gateway/gateway.ts', test: TEST };
const REQUEST = { file: 'src/main/gateway/commands/request.ts', test: TEST };
const UNTRUSTED = { file: 'src/main/gateway/mcp/untrusted.ts', test: 'test/unit/main/gateway/untrusted.test.ts' };
const LISTINGS = {
  file: 'src/main/gateway/program-listings.ts',
  test: 'test/unit/main/gateway/program-listings.test.ts',
};
const ADDRESS = { file: 'src/main/traffic/custom-requests.ts', test: TEST };
const HTTP = { file: 'src/main/gateway/http-door.ts', test: TEST };
const POLICY = { file: 'src/main/tokens/issuance-policy.ts', test: 'test/unit/main/tokens/program-token.test.ts' };
const BUDGETS = { file: 'src/main/gateway/budgets.ts', test: 'test/unit/main/gateway/budgets.test.ts' };

/** Programs on the same computer that want more than a person gave them. */
export const PROGRAMS_THREATS: readonly Threat[] = [
  {
    name: 'Another user, or another program in the place of the app',
    story:
      'A process of another user, or one that takes the place of the socket. A program that runs as the same user and reads the app’s files or memory is not kept out.',
    defences: [
      {
        ...DOOR,
        claim: 'The socket lies in a folder that only this user can enter; otherwise the app does not listen.',
        text: 'if (!isPrivate) throw',
        without: 'if (isPrivate === null) throw',
        title: 'is for this user alone, and refuses a folder that others can reach',
      },
      {
        ...DOOR,
        claim: 'Who does not know the cookie of this run gets no answer.',
        text: `if (!isSameText(said?.proof, proofOf(key, 'relay', hello.nonce, nonce))) return null;`,
        without: '',
        title: 'answers nobody who does not know the cookie',
      },
      {
        ...RELAY,
        claim: 'Who takes the place of the socket hears no argument and no key.',
        text: `|| !isSameText(hello.proof, proofOf(key, 'app', nonce, hello.nonce))`,
        without: '',
        title: 'tells a squatter no argument and no key',
      },
      {
        ...RELAY,
        claim: 'A command believes no run file that another user could have written.',
        text: '(uid === process.getuid() && (mode & 0o077) === 0)',
        without: 'uid === process.getuid()',
        title: 'believes no run file that another user could have written',
      },
      {
        ...RELAY_IN_C,
        claim:
          'Who takes the place of the socket hears no argument and no key from the command of an installed app either.',
        text: 'is_proved = is_same(hello[1].value.at, expected, NONCE_DIGITS);',
        without: 'is_proved = is_same(expected, expected, NONCE_DIGITS);',
        title: 'tells a squatter no argument and no key',
      },
      {
        file: 'tools/relay/system-posix.h',
        test: RELAYS,
        claim: 'The command of an installed app believes no run file that another user could have written either.',
        text: 'S_ISREG(about.st_mode) && about.st_uid == getuid() && (about.st_mode & 077) == 0',
        without: 'S_ISREG(about.st_mode)',
        title: 'believes no run file that another user could have written',
      },
      {
        file: 'src/main/gateway/command-on-path.ts',
        test: 'test/unit/main/gateway/command-on-path.test.ts',
        claim: 'The button for PATH replaces no file that the app did not write.',
        text: 'if (lstatSync(place, { throwIfNoEntry: false }) !== undefined && !this.#isOwn(place))',
        without: `if (place === '')`,
        title: 'never replaces or deletes a file that the app did not write',
      },
    ],
  },
  {
    name: 'Two apps own the tokens',
    story: 'Many commands start the app at the same moment, or a person starts it again.',
    defences: [
      {
        ...RELAY_IN_C,
        claim: 'Many commands at once start one app.',
        text: 'starts = is_first(folders[0].at);',
        without: 'starts = is_first(folders[0].at) || true;',
        title: 'starts the app once, however many commands ask at once',
      },
      {
        file: 'src/main/index.ts',
        test: 'test/unit/main/index.test.ts',
        claim: 'A second start of the app ends before it opens anything.',
        text: 'if (!app.requestSingleInstanceLock()) {',
        without: 'if (app.requestSingleInstanceLock() === null) {',
        title: 'hands over no data in a second instance, opens nothing of the profile, and quits',
      },
    ],
  },
  {
    name: 'Somebody has the key of a program',
    story: 'A script with a key that was copied, found in a file or in a log, or that should have ended.',
    defences: [
      {
        ...PROGRAMS,
        claim: 'A key is compared as a whole, by its hash; the app does not keep it.',
        text: 'if (known && fits(known, hashOf(text)) && this.#isValid(known)) return known;',
        without: 'if (known && this.#isValid(known)) return known;',
        title: 'is told the same about an unknown, a cut and a revoked key',
      },
      {
        file: 'src/main/gateway/programs.ts',
        test: 'test/unit/main/gateway/programs.test.ts',
        claim: 'A key ends after its days.',
        text: 'return this.#deps.clock.now() < expiresAt && !ended.signal.aborted',
        without: 'return expiresAt > 0 && !ended.signal.aborted',
        title: 'is refused after its days, and lets nothing more be sent',
      },
      {
        ...PROGRAMS,
        claim: 'A revoked program is refused at once.',
        text: 'this.#require(id).ended.abort();',
        without: 'this.#require(id);',
        title: 'that is revoked gets no answer any more, also to what it has asked',
      },
      {
        file: 'src/main/gateway/programs.ts',
        test: 'test/unit/main/gateway/programs.test.ts',
        claim: 'A program stays in the list until its record is deleted, so that no revoked key comes back.',
        text: 'await this.#records.remove([id]);\n    this.#known.delete(id);',
        without: 'this.#known.delete(id);\n    await this.#records.remove([id]);',
        title: 'stays in the list, refused, while it cannot be deleted, and is revoked by another try',
      },
      {
        file: 'src/main/gateway/programs.ts',
        test: 'test/unit/main/gateway/programs.test.ts',
        claim: 'A bearer is no key: it cannot renew itself.',
        text: 'this.#validKnown(key, isKeyOf)',
        without: 'this.#validKnown(key, (known, hash) => isKeyOf(known, hash) || this.#isBearer(known, hash))',
        title: 'is no key: it gives no other bearer, and a program has five',
      },
      {
        file: 'src/main/gateway/programs.ts',
        test: 'test/unit/main/gateway/programs.test.ts',
        claim: 'A bearer ends after 24 hours.',
        text: 'return this.#deps.clock.now() < (this.#bearers.get(id)?.get(hash) ?? 0);',
        without: 'return (this.#bearers.get(id)?.get(hash) ?? 0) > 0;',
        title: 'is no key: it gives no other bearer, and a program has five',
      },
      {
        file: 'src/main/redact/redact-patterns.ts',
        test: TEST,
        claim: 'The keys of programs are redacted everywhere.',
        text: '  lk_ key-`);',
        without: '  key-`);',
        title: 'reads what its rights name, and leaves no token, no key and no guest anywhere',
      },
    ],
  },
  {
    name: 'A program wants more than its rights',
    story:
      'A script, or an agent that follows what it read, tries paths, escapes and levels that a person did not give it.',
    defences: [
      {
        ...REQUEST,
        claim: 'A program reads only the paths of operations and those that its rights name.',
        text: 'if (!operations.some(isOperation) && !program.paths.some((pattern) => isMatch(pattern, under)))',
        without: 'if (operations.length === 0)',
        title: 'is refused ',
      },
      {
        ...ADDRESS,
        claim: 'No path of a program leads out of the API’s address, however it is encoded.',
        text: `const under = path.startsWith('//') ? null : pathUnder(address, base);`,
        without: 'const under = new URL(address).pathname;',
        title: 'is refused ',
      },
      {
        ...ADDRESS,
        claim: 'No escape hides a separator from the rights, or the name of a collection from redaction.',
        text: 'if (/[%;]/.test(pathname))',
        without: `if (pathname === '')`,
        title: 'is refused ',
      },
      {
        ...PROGRAMS,
        claim: 'A program that is refused again and again is paused until a person resumes it.',
        text: `if (known.pausedAt !== null) throw new AppError('programPaused', {});`,
        without: '',
        title: 'that tries what its rights do not name is paused after twenty times',
      },
      {
        file: 'src/main/gateway/commands/reads.ts',
        test: TEST,
        claim: 'Only a program with the right to makes a quote, and none books.',
        text: `requireLevel(program, 'quote');`,
        without: '',
        title: 'makes a quote only with the right to, and the app keeps it',
      },
      {
        file: 'src/main/gateway/mcp/serve.ts',
        test: TEST,
        claim: 'An agent sees only the tools of its level.',
        text: 'if (!includesLevel(level, one.level)) continue;',
        without: '',
        title: 'of the current protocol reads, with the texts of strangers apart and plain',
      },
      {
        file: 'src/main/gateway/mcp/tools.ts',
        test: TEST,
        claim: 'An agent reads nothing that another program sent.',
        text: 'exchange.taskId !== programTask(program.id)',
        without: 'exchange.taskId === null',
        title: 'of the current protocol reads, with the texts of strangers apart and plain',
      },
      {
        ...REQUEST,
        claim: 'Guests and secrets are redacted in what a program reads.',
        text: 'return JSON.parse(redacted.text);',
        without: 'return JSON.parse(text);',
        title: 'reads what its rights name, and leaves no token, no key and no guest anywhere',
      },
      {
        ...GATEWAY,
        claim: 'An error has none of the service’s words for a program that may not see guests.',
        text: 'guestData || !isAppError(error) ? error',
        without: 'guestData || error ? error',
        title: 'burns no token by requests that are refused with 401',
      },
      {
        ...LISTINGS,
        claim: 'The facts of a listing for an agent have no code, no password and no person.',
        text: 'return jsonOrNull(redactBody(text, text.length, options).text) as Json;',
        without: 'return options && record;',
        title: 'has no code, password, secret, or name of a person',
      },
      {
        ...LISTINGS,
        claim: 'A program finds no listing by a part of what redaction hides.',
        text: `[id, title, nickname, place].join('\\n')`,
        without: 'JSON.stringify([id, title, nickname, place, 4711])',
        title: 'is not found by ',
      },
    ],
  },
  {
    name: 'An agent obeys the text of a stranger',
    story:
      'A title, a name of a place or an error of the service tells an agent to book, to send data somewhere, or to hide what it does.',
    defences: [
      {
        ...UNTRUSTED,
        claim: 'A stranger’s text for an agent hides nothing.',
        text: `.replace(UNSEEN, '')`,
        without: '',
        title: 'is read as',
      },
      {
        ...UNTRUSTED,
        claim: 'A stranger’s text for an agent names no address.',
        text: '.replace(/\\S+/g, (word) => (ADDRESS.test(word) ? REMOVED : word))',
        without: '',
        title: 'is read as',
      },
      {
        file: 'src/main/gateway/program-quotes.ts',
        test: TEST,
        claim: 'A program makes a quote only when a person has confirmed the app’s own figures.',
        text: 'await confirm(',
        without: 'void confirm(',
        title: 'makes a quote only when the person confirms what the app has read',
      },
    ],
  },
  {
    name: 'A program uses up the tokens or the rate limit',
    story: 'A loop that is refused, a job that starts each minute, or twenty programs at once.',
    defences: [
      {
        ...POLICY,
        claim: 'A program causes no token after a 401.',
        text: 'if (isRefused) return withheld(',
        without: 'if (quota === null) return withheld(',
        title: 'is not issued after a 401',
      },
      {
        ...POLICY,
        claim: 'Programs cause one token a day for each credential.',
        text: `it.cause === 'program' && isSpent(it)`,
        without: `it.cause === 'unknown' && isSpent(it)`,
        title: 'is issued once for many, recorded with its cause, and once a day',
      },
      {
        ...POLICY,
        claim: 'The last slot is never a program’s.',
        text: 'quota.remaining <= Math.max(reserve, 1)',
        without: 'quota.remaining <= 0',
        title: 'leaves the last slots to the person',
      },
      {
        file: 'src/main/gateway/program-api.ts',
        test: TEST,
        claim: 'A refused request of a program is not sent again, and is no evidence against the token.',
        text: 'mayIssue: false, retry: false',
        without: 'mayIssue: true, retry: true',
        title: 'burns no token by requests that are refused with 401',
      },
      {
        ...PROGRAMS,
        claim: 'A program has a number of requests for 24 hours.',
        text: 'if (usedToday >= known.perDay)',
        without: 'if (usedToday < 0)',
        title: 'reads what its rights name, and leaves no token, no key and no guest anywhere',
      },
      {
        ...BUDGETS,
        claim: 'A program has a number of requests at once.',
        text: 'slots.taken < request.concurrent',
        without: 'request.concurrent > 0',
        title: 'begin no more requests at once than a program may have',
      },
      {
        ...BUDGETS,
        claim: 'A program takes a part of each rate-limit window, and leaves the rest to the person.',
        text: 'const SHARE = 0.3;',
        without: 'const SHARE = 1;',
        title: 'leave a program 30 % of a window, and all together 80 %',
      },
      {
        file: 'src/main/gateway/program-api.ts',
        test: TEST,
        claim: 'The requests of programs come after those of the person.',
        text: `lane: 'bulk', taskId`,
        without: `lane: 'interactive', taskId`,
        title: 'reads what its rights name, and leaves no token, no key and no guest anywhere',
      },
    ],
  },
  {
    name: 'A program wears a person down with questions',
    story: 'A program asks until somebody presses the button, or until the app’s own questions are not shown any more.',
    defences: [
      {
        ...GATEWAY,
        claim: 'A flood of requests makes one question, and a refused program makes no other.',
        text: 'else if (isAllowed === false) this.#refused.add(`${connection.id}\\n${name}`);',
        without: '',
        title: 'is not asked about again after a refusal',
      },
      {
        ...GATEWAY,
        claim: 'A program whose last three questions were declined asks no more.',
        text: 'if (declined >= MAX_DECLINED)',
        without: 'if (declined < 0)',
        title: 'makes a quote only when the person confirms what the app has read',
      },
      {
        file: 'src/main/platform/electron/ask.ts',
        test: 'test/unit/main/platform/electron/ask.test.ts',
        claim:
          'Questions about programs have a limit of their own, so that a program cannot silence the app’s questions.',
        text: 'askWithin(programDialogs, question)',
        without: 'askWithin(dialogs, question)',
        title: 'about programs do not use up those of the page',
      },
    ],
  },
  {
    name: 'A quote or a booking is made twice',
    story: 'An answer is lost, a command or an agent is ended, or a form changes while a question about it is open.',
    defences: [
      {
        file: 'src/main/gateway/program-quotes.ts',
        test: 'test/unit/renderer/actions/kept-quotes.test.ts',
        claim: 'A quote of a program whose answer was lost is shown to the person.',
        text: `isUnconfirmed(error) ? 'lost' : 'known'`,
        without: `'known'`,
        title: 'a quote of a program is shown once when its answer was lost',
      },
      {
        ...RELAY,
        claim: 'A command whose app ended during a write ends with a status of its own, too.',
        text: `piece === null && lost !== ''`,
        without: 'piece === null && lost === null',
        title: 'says that a write may have been done when the app ends after it has said so',
      },
      {
        file: 'src/main/gateway/mcp/tools.ts',
        test: TEST,
        claim: 'An agent whose app ended during a quote is answered that the quote may be made.',
        text: '...args }, beginWrite)',
        without: '...args })',
        title: 'protocol is told that its quote may be made when the app ends before it answers',
      },
      {
        file: 'src/main/gateway/outcomes.ts',
        test: TEST,
        claim: 'A command whose answer was lost ends with a status of its own, after which nobody tries again.',
        text: 'outcomeUnknown: EXIT.unknown',
        without: 'outcomeUnknown: EXIT.later',
        title: 'makes a quote only with the right to, and the app keeps it',
      },
      {
        file: 'src/main/gateway/mcp/serve.ts',
        test: TEST,
        claim: 'Nothing is sent for a call that an agent has given up.',
        text: 'WAIT_SECONDS.usual * SECOND_MS, signal, opened }',
        without: 'WAIT_SECONDS.usual * SECOND_MS, signal: new AbortController().signal, opened }',
        title: 'makes a quote only when the person confirms what the app has read',
      },
      {
        file: 'src/renderer/features/quotes/booking-section.tsx',
        test: 'test/unit/renderer/quotes/before-booking.test.tsx',
        claim: 'A booking that changes under its open question is not sent by it.',
        text: 'if (confirming !== null && confirming !== choice) setConfirming(null);',
        without: 'if (confirming !== null && confirming !== choice) setConfirming(choice);',
        title:
          'closes the question when another rate plan is chosen under it, so that nobody sends what it did not show',
      },
    ],
  },
  {
    name: 'A page in a browser reaches for the local HTTP server',
    story:
      'A page that a person visits sends requests to this computer: as a script, a picture, a form or a WebSocket, or from a name that it points here. The server is off until a person turns it on.',
    defences: [
      {
        ...HTTP,
        claim: 'A request under another name than those of this server is refused, so a rebound name reads nothing.',
        text: `if (count('host') !== 1 || !hosts.includes(headers.host ?? ''))`,
        without: `if (count('host') === 0)`,
        title: 'refuses ',
      },
      {
        ...HTTP,
        claim: 'A request of a page is refused before its key is looked at.',
        text: `if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)`,
        without: `if (headers.origin === '')`,
        title: 'refuses ',
      },
      {
        ...HTTP,
        claim: 'What is no path, and a request with two keys, is refused.',
        text: `if (!url.startsWith('/') || count('authorization') > 1)`,
        without: `if (url === '')`,
        title: 'refuses ',
      },
      {
        ...HTTP,
        claim: 'A preflight of a page is told of no permission.',
        text: `if (method !== 'GET' && method !== 'POST')`,
        without: `if (method === '')`,
        title: 'refuses ',
      },
      {
        ...HTTP,
        claim: 'The form of a page, which needs no preflight as plain text, is no request for a bearer.',
        text: `if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded')`,
        without: `if (type === '')`,
        title: 'answers with a key, and a bearer that it gave for one',
      },
      {
        ...HTTP,
        claim: 'A long body is not read.',
        text: 'if (text.length > MAX_BODY) return null;',
        without: '',
        title: 'answers with a key, and a bearer that it gave for one',
      },
      {
        ...HTTP,
        claim: 'No connection becomes a WebSocket or a tunnel.',
        text: `for (const event of ['upgrade', 'connect'] as const)`,
        without: `for (const event of [] as 'upgrade'[])`,
        title: 'refuses ',
      },
      {
        ...HTTP,
        claim: 'Connections without a key do not fill the server.',
        text: `() => socket.destroy());`,
        without: `() => {});`,
        title: 'is not blocked by connections that stay open without a key',
      },
      {
        ...HTTP,
        claim: 'Every path needs a valid key.',
        text: 'if (program === null) return sendUnauthorized(response);',
        without: 'if (key === undefined) return sendUnauthorized(response);',
        title: 'refuses ',
      },
      {
        ...GATEWAY,
        claim: 'The server listens only after a person has confirmed it outside the page.',
        text: 'if (port === null || (await askPerson(questionAbout(port))))',
        without: 'if (port === null || askPerson !== null)',
        title: 'answers with a key, and a bearer that it gave for one',
      },
      {
        ...HTTP,
        claim: 'It never listens on another port, where a client would not expect it.',
        text: `reject(new Error(code === 'EADDRINUSE' ? taken : message));`,
        without: 'resolve();',
        title: 'takes no other port, and says so',
      },
    ],
  },
];
