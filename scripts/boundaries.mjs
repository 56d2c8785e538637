/**
 * Which room (folder or file) of src/ may import which. dependency-cruiser's rules (tools/check/.dependency-cruiser.mjs) and the tables in
 * docs/architecture.md come from this table; `node scripts/boundaries.mjs` updates the document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const main = (name) => `src/main/${name}/`;
const renderer = (name) => `src/renderer/${name}/`;

/**
 * From the bottom up. `path`: a folder or a file. `imports`: the other rooms that the room may import.
 * `electron`, `node` and `react`: whether the room may import Electron, Node's modules, React and its libraries.
 */
export const ROOMS = [
  {
    name: 'shared',
    holds: 'the vocabulary of both processes: contract, models, error codes',
    path: 'src/shared/',
    imports: [],
  },
  {
    name: 'redact',
    holds: 'the one redactor: takes secrets and guests out of texts, headers, addresses and bodies',
    path: main('redact'),
    imports: ['shared'],
    node: true,
  },
  {
    name: 'platform',
    holds: 'ports to the outside (clock, fetch, cipher, files, log) and their implementations',
    path: main('platform'),
    imports: ['shared', 'redact'],
    electron: true,
    node: true,
  },
  {
    name: 'store',
    holds:
      'console.db and cache.db: opened, migrated, quarantined, taken over from former files; backups; pending deletions',
    path: main('store'),
    imports: ['shared', 'platform'],
    node: true,
  },
  {
    name: 'http',
    holds: 'the wire: sends one HTTP request, parses its answer once, records the exchange; headers, error envelopes',
    path: main('http'),
    imports: ['shared', 'redact', 'platform'],
    node: true,
  },
  {
    name: 'journal',
    holds: 'every exchange in SQLite, in a worker; queries, retention, export',
    path: main('journal'),
    imports: ['shared', 'redact', 'platform', 'store', 'http'],
    node: true,
  },
  {
    name: 'vault',
    holds: 'the `Secret` type, connections and credentials, encrypted',
    path: main('vault'),
    imports: ['shared', 'platform', 'store'],
    node: true,
  },
  {
    name: 'tokens',
    holds: 'issuance ledger, quota, token client, one token manager per credential',
    path: main('tokens'),
    imports: ['shared', 'redact', 'platform', 'http', 'vault'],
    node: true,
  },
  {
    name: 'traffic',
    holds:
      'limiter, circuit breaker, retry policy, pipeline, replay, the clocks of services, the timeline of incidents',
    path: main('traffic'),
    imports: ['shared', 'platform', 'http', 'journal', 'vault', 'tokens'],
    node: true,
  },
  {
    name: 'team',
    holds: 'the desktops of a team: limit, issuances and key on a Valkey or Redis server; invitations',
    path: main('team'),
    imports: ['shared', 'platform', 'vault', 'tokens', 'traffic'],
    node: true,
  },
  {
    name: 'api',
    holds: 'the two APIs as data: presets, operations, templates, inference over unknown bodies',
    path: main('api'),
    imports: ['shared', 'redact', 'platform', 'store', 'http', 'traffic'],
    node: true,
  },
  {
    name: 'desk',
    holds: 'what people ask for: listings, availability, flexible dates, quotes, pictures',
    path: main('desk'),
    imports: ['shared', 'platform', 'store', 'api'],
    node: true,
  },
  {
    name: 'tasks',
    holds: 'bulk tasks: planned, run over `api/`, stored with their results',
    path: main('tasks'),
    imports: ['shared', 'platform', 'store', 'http', 'traffic', 'api', 'desk'],
    node: true,
  },
  {
    name: 'doctor',
    holds: 'why a request failed: rules over evidence, and readers of what customers send',
    path: main('doctor'),
    imports: ['shared', 'redact', 'platform', 'http'],
    node: true,
  },
  {
    name: 'cases',
    holds: 'every diagnosis kept with notes and a state; the support bundle',
    path: main('cases'),
    imports: ['shared', 'redact', 'platform', 'store', 'http', 'journal', 'traffic', 'doctor'],
    node: true,
  },
  {
    name: 'guests',
    holds: 'the guests that the console remembers, encrypted',
    path: main('guests'),
    imports: ['shared', 'platform', 'store', 'vault'],
    node: true,
  },
  {
    name: 'offers',
    holds: 'offers for guests: page, PDF, mail, in the language of the guest; what was sent',
    path: main('offers'),
    imports: ['shared', 'platform', 'store', 'vault', 'desk'],
    node: true,
  },
  {
    name: 'sandbox',
    holds: 'the embedded service: both APIs over HTTPS on loopback',
    path: main('sandbox'),
    imports: ['shared', 'platform'],
    node: true,
  },
  {
    name: 'training',
    holds: 'exercises: failures of the sandbox to practise on, and how a person did',
    path: main('training'),
    imports: ['shared', 'platform', 'store', 'doctor', 'sandbox'],
    node: true,
  },
  {
    name: 'lock',
    holds: 'the lock of a window that is left open: passphrase, waits, and when it locks itself',
    path: main('lock'),
    imports: ['shared', 'platform'],
    node: true,
  },
  {
    name: 'policies',
    holds: 'the administrator’s policies: read once, checked, applied to the network',
    path: main('policies'),
    imports: ['shared', 'platform'],
    node: true,
  },
  {
    name: 'updates',
    holds: 'newer versions of the app: found, downloaded and installed when a person asks',
    path: main('updates'),
    imports: ['shared', 'platform'],
    node: true,
  },
  {
    name: 'gateway',
    holds: 'the door for the person’s other programs: local socket, keys and rights, budgets, commands, tools',
    path: main('gateway'),
    imports: ['shared', 'redact', 'platform', 'http', 'journal', 'vault', 'tokens', 'traffic', 'api', 'desk'],
    node: true,
  },
  {
    name: 'app',
    holds: 'the application itself: preferences, protection of secrets, what a window needs when it opens',
    path: main('app'),
    imports: ['shared', 'platform', 'policies', 'vault', 'tokens', 'traffic', 'desk', 'tasks', 'updates'],
    node: true,
  },
  {
    name: 'ipc',
    holds: 'sender check, parse, dispatch, parse, envelope; the table of handlers, which the rooms export',
    path: main('ipc'),
    imports: [
      'shared',
      'platform',
      'store',
      'journal',
      'vault',
      'tokens',
      'traffic',
      'team',
      'desk',
      'tasks',
      'doctor',
      'cases',
      'guests',
      'offers',
      'sandbox',
      'training',
      'lock',
      'updates',
      'gateway',
      'app',
    ],
    electron: true,
    node: true,
  },
  {
    name: 'shell',
    holds: 'what Electron draws or hooks: window, menu, tray, protocol, policies',
    path: main('shell'),
    imports: ['shared', 'platform'],
    electron: true,
    node: true,
  },
  {
    name: 'command-line',
    holds: 'the command line: `latchkey diagnose`, the Doctor without a window; the relay, which asks the running app',
    path: main('command-line'),
    imports: ['shared', 'api', 'doctor', 'gateway'],
    node: true,
  },
  {
    name: 'console',
    holds: 'what a composition gives back: the services and the way to close them',
    path: 'src/main/console.ts',
    imports: ['ipc'],
  },
  {
    name: 'compose',
    holds: 'the only place where services are constructed',
    path: ['src/main/compose.ts', main('compose')],
    imports: [
      'shared',
      'platform',
      'store',
      'http',
      'journal',
      'vault',
      'tokens',
      'traffic',
      'team',
      'api',
      'desk',
      'tasks',
      'doctor',
      'cases',
      'guests',
      'offers',
      'sandbox',
      'training',
      'lock',
      'policies',
      'updates',
      'gateway',
      'app',
      'console',
    ],
    node: true,
  },
  {
    name: 'index',
    holds: 'index: what precedes `ready`; open: harden, window, compose, quit; self-test: compose without a window',
    path: ['src/main/index.ts', 'src/main/open.ts', 'src/main/self-test.ts'],
    imports: ['shared', 'platform', 'ipc', 'shell', 'console', 'compose', 'command-line', 'lock'],
    electron: true,
    node: true,
  },
  {
    name: 'preload',
    holds: 'builds `window.latchkey` from the contract',
    path: 'src/preload/',
    imports: ['shared'],
    electron: true,
  },
  {
    name: 'renderer/ui',
    holds: 'pieces that draw their props, and the tick of the clock',
    path: renderer('ui'),
    imports: ['shared', 'renderer/text'],
    react: true,
  },
  {
    name: 'renderer/ipc',
    holds: 'client, query options, event bridge, the clock of a connection',
    path: renderer('ipc'),
    imports: ['shared'],
    react: true,
  },
  {
    name: 'renderer/navigation',
    holds: 'addresses of the pages: a schema of search parameters for each, and links to them',
    path: renderer('navigation'),
    imports: ['shared'],
    react: true,
  },
  {
    name: 'renderer/text',
    holds: 'numbers, money, dates, fields, quotas, rates and errors as text',
    path: renderer('text'),
    imports: ['shared'],
  },
  {
    name: 'renderer/actions',
    holds: 'pieces that act through main or lead to another page: dialogs, errors, copy buttons, links',
    path: renderer('actions'),
    imports: ['shared', 'renderer/ui', 'renderer/ipc', 'renderer/navigation', 'renderer/text'],
    react: true,
  },
  {
    name: 'renderer/features',
    holds: 'the pages, one folder each',
    path: renderer('features'),
    imports: ['shared', 'renderer/ui', 'renderer/ipc', 'renderer/navigation', 'renderer/text', 'renderer/actions'],
    react: true,
    parts: true,
  },
  {
    name: 'renderer/app',
    holds: 'shell, routes, providers, error boundary',
    path: renderer('app'),
    imports: [
      'shared',
      'renderer/ui',
      'renderer/ipc',
      'renderer/navigation',
      'renderer/text',
      'renderer/actions',
      'renderer/features',
    ],
    react: true,
  },
  {
    name: 'renderer/main',
    holds: 'mounts the application',
    path: 'src/renderer/main.tsx',
    imports: ['renderer/app', 'renderer/ipc'],
    react: true,
  },
];

/** Packages that only some rooms may import. */
const PACKAGE_GROUPS = {
  electron: { modules: '^(electron|electron-store|electron-updater)(/|$)', why: 'may not import Electron' },
  node: { modules: null, why: 'may not import Node’s modules' },
  react: {
    modules: '^(react|react-dom|@mantine/[^/]+|@tanstack/[^/]+|@tabler/[^/]+)(/|$)',
    why: 'may not import React or its libraries',
  },
};

const escaped = (text) => text.replaceAll('.', '\\.');
const inside = ({ path }) =>
  `^(${[path]
    .flat()
    .map((one) => escaped(one) + (one.endsWith('/') ? '' : '$'))
    .join('|')})`;

/** Rules for dependency-cruiser: `name` is the forbidden import, `comment` the reason. */
export function rules() {
  const between = ROOMS.flatMap((room) => {
    const allowed = [room.name, ...room.imports];
    return ROOMS.filter(({ name }) => !allowed.includes(name)).map((other) => ({
      name: `${room.name} → ${other.name}`,
      comment: `${room.name} may import ${room.imports.join(', ') || 'nothing'}`,
      severity: 'error',
      from: { path: inside(room) },
      to: { path: inside(other) },
    }));
  });
  const packages = ROOMS.flatMap((room) =>
    Object.entries(PACKAGE_GROUPS)
      .filter(([kind]) => !room[kind])
      .map(([kind, { modules, why }]) => ({
        name: `${room.name} → ${kind}`,
        comment: `${room.name} ${why}`,
        severity: 'error',
        from: { path: inside(room) },
        to: modules ? { path: [modules, `node_modules/(${modules.slice(1)})`] } : { dependencyTypes: ['core'] },
      })),
  );
  const parts = ROOMS.filter((room) => room.parts).map((room) => ({
    name: `${room.name} → another part of it`,
    comment: `the parts of ${room.name} never import each other`,
    severity: 'error',
    from: { path: `^${escaped(room.path)}([^/]+)/` },
    to: { path: `^${escaped(room.path)}`, pathNot: `^${escaped(room.path)}$1/` },
  }));
  const unassigned = {
    name: 'src → no room',
    comment: 'every file of src/ belongs to a room of this table',
    severity: 'error',
    from: {},
    to: { path: '^src/', pathNot: [...ROOMS.map(inside), '\\.(css|html|d\\.ts)$'] },
  };
  const circle = {
    name: 'a circle of imports',
    comment: 'a file that needs another is not needed by it',
    severity: 'error',
    from: {},
    to: { circular: true },
  };
  return [...between, ...packages, ...parts, unassigned, circle];
}

/** The table as Markdown. */
function tableText() {
  const rows = ROOMS.map(({ path, holds, imports, electron, node, react, parts }) => {
    const where = [path].flat().map((one) => `\`${one}\``);
    const packages = [electron && 'Electron', node && 'Node', react && 'React'].filter(Boolean);
    const may = [imports.join(', ') || 'no room', ...(parts ? ['its parts never each other'] : [])];
    return `| ${where.join(', ')} | ${holds} | ${may.join('; ')} | ${packages.join(', ')} |`;
  });
  return ['| room | what lives there | may import | and |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The rooms of main as a Mermaid picture: an arrow for each import that no longer path implies. */
function pictureText() {
  const drawn = ROOMS.filter(({ path }) => [path].flat().some((one) => one.startsWith('src/main/'))).filter(
    ({ name }) => !['platform', 'compose', 'index', 'console'].includes(name),
  );
  const of = (name) => drawn.find((room) => room.name === name)?.imports ?? [];
  const reaches = (from, to) => of(from).some((next) => next === to || reaches(next, to));
  const arrows = drawn.flatMap(({ name, imports }) =>
    imports
      .filter((target) => drawn.some((room) => room.name === target))
      .filter((target) => !imports.some((other) => other !== target && reaches(other, target)))
      .map((target) => `  ${name} --> ${target}`),
  );
  const unconnected = drawn
    .filter(({ name }) => !arrows.some((arrow) => arrow.includes(name)))
    .map(({ name }) => `  ${name}`);
  return ['```mermaid', 'flowchart LR', ...arrows, ...unconnected, '```'].join('\n');
}

/** The generated sections of docs/architecture.md. */
export const SECTIONS = { picture: pictureText, rooms: tableText };

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` with the generated section, for each section. */
export function withSections(text) {
  return Object.entries(SECTIONS).reduce(
    (done, [name, make]) =>
      done.replace(
        new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`),
        () => `<!-- ${name} -->\n\n${make()}\n\n<!-- /${name} -->`,
      ),
    text,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = new URL('../docs/architecture.md', import.meta.url);
  writeFileSync(file, withSections(readFileSync(file, 'utf8')));
}
