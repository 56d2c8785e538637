import type { Threat } from './defence.ts';

const KEY = { file: 'src/main/team/team-key.ts', test: 'test/unit/main/team/team-key.test.ts' };
const TEAMS = { file: 'src/main/team/teams.ts', test: 'test/unit/main/team/teams.test.ts' };
const TOGETHER = 'test/integration/team.test.ts';

/** The owner of a team's server, and whoever finds an invitation. */
export const TEAM_THREATS: readonly Threat[] = [
  {
    name: 'Somebody runs or reads a team’s server',
    story:
      'Its owner, whoever gets its backup, or a program in its place; whoever finds an invitation or once had one.',
    defences: [
      {
        ...KEY,
        claim: 'A name in the server is a hash with the team’s key, so nobody tests a guessed Client ID against it.',
        text: `createHmac('sha256', this.#names)`,
        without: `createHmac('sha256', 'none')`,
        title: 'names are 128 bits, differ by key, kind and text, and show nothing of the text',
      },
      {
        ...KEY,
        claim: 'A sealed record opens under its own name and generation only; a swapped one is told.',
        text: 'return JSON.stringify([name, this.id, generation]);',
        without: `return '';`,
        title: 'a replayed, swapped, foreign or cut record is told, never used',
      },
      {
        ...KEY,
        claim: 'An older record than before is told and not used.',
        text: `if (generation < seen) return { problem: 'replayed' };`,
        without: '',
        title: 'a replayed, swapped, foreign or cut record is told, never used',
      },
      {
        claim: 'The half key of an invitation is given out once.',
        file: 'src/main/team/server-users.ts',
        text: `engine.command('GETDEL', `,
        without: `engine.command('GET', `,
        test: TOGETHER,
        title: 'invites a colleague by a file that works once',
      },
      {
        claim: 'The user of a desktop reaches the keys of its team and no others.',
        file: 'src/main/team/server-file.ts',
        text: '`~lk1:{${team}*`,',
        without: `'~*',`,
        test: TOGETHER,
        title: 'is set up in three steps, and a check names what is wrong',
      },
      {
        ...TEAMS,
        claim: 'A script in the window cannot choose the server: the person agrees to its host outside the page.',
        text: `if (!isAgreed) throw new AppError('hostNotConfirmed', { hosts: [host] });`,
        without: '',
        title: 'keeps nothing of a server to which the person does not agree',
      },
      {
        ...TEAMS,
        claim: 'A server that the administrator does not allow is not used.',
        text: 'if (await this.#deps.mayReach(host)) return;',
        without: 'return;',
        title: 'keeps nothing of a server that the administrator does not allow',
      },
    ],
  },
];
