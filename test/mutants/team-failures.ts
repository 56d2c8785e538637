import type { Threat } from './defence.ts';

const SLOTS_TEST = { test: 'test/unit/main/team/team-slots.test.ts' };
const SCRIPT = { ...SLOTS_TEST, file: 'src/main/team/slots/slot-script.ts' };
const SLOTS = { ...SLOTS_TEST, file: 'src/main/team/slots/team-slots.ts' };
const TROUBLE = { ...SLOTS_TEST, file: 'src/main/team/engine-trouble.ts' };
const BOOK_TEST = { test: 'test/unit/main/team/team-book.test.ts' };
const MINT = { ...BOOK_TEST, file: 'src/main/team/issuance/mint-script.ts' };
const BOOK = { ...BOOK_TEST, file: 'src/main/team/issuance/team-book.ts' };

/** Whoever runs the server on which a team meets, and the ways in which that server fails. */
export const TEAM_FAILURES: readonly Threat[] = [
  {
    name: 'Whoever runs a team’s server changes what it stores',
    story:
      'An administrator of the server, or who has broken into it. They can refuse service, which each desktop survives alone, and see counts and instants.',
    defences: [
      {
        ...BOOK,
        claim:
          'A record of a token or an issuance that another key sealed, or that was cut, moved or invented, is told and not used.',
        text: `      if ('problem' in opened) {
        onProblem(opened.problem);
        return [];
      }`,
        without: `      if ('problem' in opened)
        return [{ id, at: now - age, settledAt: null, outcome, renewal: false, cause: 'unknown' }];`,
        title: 'changes no count, and is told',
      },
      {
        ...BOOK,
        claim: 'The outcome of an issuance is sealed with it.',
        text: 'if (!content || !isSame) {',
        without: 'if (!content) {',
        title: 'changes no count, and is told',
      },
      {
        ...SLOTS,
        claim: 'A reply to another call grants nothing.',
        text: 'if (reply.call !== call)',
        without: "if (reply.call === '')",
        title: 'gives no slot by a reply that is',
      },
      {
        ...SLOTS,
        claim: 'Nor does one whose instants are out of all bounds.',
        text: 'if (Math.max(reply.at, reply.askAt) > reply.now + MAX_AHEAD_MS)',
        without: 'if (false)',
        title: 'gives no slot by a reply that is',
      },
    ],
  },
  {
    name: 'A team’s server fails',
    story:
      'It is killed, flushed, restored or cut off, its clock steps, it takes a right away; a desktop dies or sleeps. None of that may draw a 429 or cost a token.',
    defences: [
      {
        ...SCRIPT,
        claim: 'A call that is repeated counts once.',
        text: 'if kept and string.sub(kept',
        without: 'if false and string.sub(kept',
        title: 'that is repeated gets the same reply',
      },
      {
        ...SCRIPT,
        claim: 'A request without a report counts as arriving now.',
        text: "put('ZADD', kLog, text(math.min(now, lostAt)), open[i])",
        without: '',
        title: 'counts a request without a report as arriving now',
      },
      {
        ...SLOTS,
        claim: 'A desktop that is cut off is silent before it uses its own instants.',
        text: 'if (now < begin) return begin;',
        without: '',
        title: 'divides the time, draws no 429, and is back at once',
      },
      {
        ...SCRIPT,
        claim: 'The instants of a desktop that is cut off stay free.',
        text: 'while index and index * step < now + 1000 do',
        without: 'while index and index < 0 do',
        title: 'keeps the instants free of one desktop that loses each',
      },
      {
        ...SLOTS_TEST,
        file: 'src/main/team/engine.ts',
        claim: 'A connection on which replies stop is replaced.',
        text: '++late % MAX_LATE === 0',
        without: '++late < 0',
        title: 'that gets no reply any more ends its connection, and the next one works',
      },
      {
        ...SCRIPT,
        claim: 'A server that lost its last writes is recognized, and grants nothing until all have reported.',
        text: 'or (ask.epoch == epoch and ask.seq > num(state[7])) then',
        without: 'then',
        title: 'that knows more than the engine begins another epoch, in which everybody reports first',
      },
      {
        ...SLOTS,
        claim: 'Desktops tell a server that lost everything what they sent in the last hour.',
        text: 'this.#reports = [...this.#arrivals].reverse();',
        without: '',
        title: 'goes on after a flush, without a 429',
      },
      {
        ...SCRIPT,
        claim: 'A step of the server’s clock moves no slot.',
        text: 'if math.abs(now - expected) > 250 and (gap < 0 or gap > 250) then',
        without: 'if false then',
        title: 'may step by',
      },
      {
        ...SLOTS,
        claim: 'A slot that is past, because the machine slept or its request was given up, goes back.',
        text: 'now <= at + STALE_MS',
        without: 'now < Number.POSITIVE_INFINITY + at',
        title: 'gives a slot back whose click was given up',
      },
      {
        ...SLOTS,
        claim: 'A desktop that is farther from the service sends earlier.',
        text: 'return own === null || !this.#last ? 0 : Math.max(0, (own - this.#last.path) / 2);',
        without: 'return own === null ? 0 : 0;',
        title: 'lets requests of a near and a far desktop arrive evenly',
      },
      {
        ...SLOTS,
        claim: 'A desktop whose work was given up stands in nobody’s way.',
        text: 'this.#bulkAt < now - IDLE_MS',
        without: 'this.#bulkAt === now - IDLE_MS',
        title: 'gives the whole rate to whoever still has work',
      },
      {
        ...SCRIPT,
        claim: 'A 429 pauses the whole team.',
        text: 'paused = math.max(paused, now + ask.refused[2])',
        without: '',
        title: 'of a colleague waits for the pause of a 429, at half the rate',
      },
      {
        ...SCRIPT,
        claim: 'Arrivals are kept for the longest window that a member knows.',
        text: 'if known > longest and',
        without: 'if false and',
        title: 'keeps arrivals for the longest window that anybody in the team knows',
      },
      {
        ...SCRIPT,
        claim: 'What a team leaves on its server expires.',
        text: "for _, key in ipairs(KEYS) do redis.call('PEXPIRE'",
        without: "for _, key in ipairs({}) do redis.call('PEXPIRE'",
        title: 'lets every key of the team expire, after a day or the longest window',
      },
      {
        ...SCRIPT,
        claim: 'A key that the server lacked expires from its first entry on.',
        text: "if redis.call(command, key, ...) > 0 then redis.call('PEXPIRE', key, expiry) end",
        without: 'redis.call(command, key, ...)',
        title: 'lets every key of the team expire, after a day or the longest window',
      },
      {
        ...SCRIPT,
        claim: 'A desktop that leaves takes its path, its turn and its replies along.',
        text: 'if leaves then forget(desktop) else',
        without: 'if leaves then release(desktop) else',
        title: 'that says goodbye leaves nothing of the desktop behind',
      },
      {
        ...TROUBLE,
        claim: 'A server that replies with errors is told, and asked ever more seldom.',
        text: 'Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1))',
        without: 'silentMs',
        title: 'is told once, and asked ever more seldom',
      },
      {
        ...TROUBLE,
        claim: 'An error of the server is no silence.',
        text: 'if (this.#told !== error.problem) this.#onProblem(error.problem);',
        without: '',
        title: 'is done without, until it works again',
      },
      {
        ...MINT,
        claim: 'While one token request is open, the team sends no other.',
        text: 'elseif not stored(id) and wait == 0 and not isWanted then',
        without: 'elseif not stored(id) and not isWanted then',
        title: 'a hundred refused desktops request one token',
      },
      {
        ...MINT,
        claim: 'A request whose desktop died keeps the others waiting for 35 s only.',
        text: 'const OPEN_MS = 35_000;',
        without: 'const OPEN_MS = 60_000;',
        title: 'goes on within 40 s when the holder dies with its request',
      },
      {
        ...MINT,
        claim: 'A server that was found empty grants no token request before all have reported.',
        text: 'if not opened and now - num(',
        without: 'if false and now - num(',
        title: 'a flushed engine gets everything back within 6 s, and nothing is requested',
      },
      {
        ...MINT,
        claim: 'What any ledger of the team knows counts.',
        text: 'for _, one in ipairs(ask.known) do merge(one) end',
        without: '',
        title: 'a flushed engine gets everything back within 6 s, and nothing is requested',
      },
      {
        ...BOOK,
        claim: 'One slot of the quota is kept for a request that the server lost.',
        text: 'const KEPT = 1;',
        without: 'const KEPT = 0;',
        title: 'leaves one slot of the quota, which one desktop may use without the engine',
      },
      {
        ...BOOK,
        claim: 'Without the server one named desktop may request one token, the others none.',
        text: 'if (clock.now() >= this.#spareUntil) {',
        without: 'if (clock.now() < 0) {',
        title: 'without the engine one desktop requests one token, and the others say why they do not',
      },
    ],
  },
];
