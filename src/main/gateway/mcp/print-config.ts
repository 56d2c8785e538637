/** Prints the configuration for common MCP clients, to be copied: the app edits no other program's files. */
import { invalidInput } from '../../../shared/app-error.ts';

const KEY = 'the key that you made in Settings, Programs';

interface Client {
  readonly title: string;
  readonly place: string;
  readonly text: (server: Server) => string;
}

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

const json = (value: object): string => JSON.stringify(value, null, 2);
const ofServers = (server: Server): string =>
  json({ mcpServers: { latchkey: { ...server, env: { LATCHKEY_KEY: KEY } } } });

const CLIENTS: Readonly<Record<string, Client>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    place: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    text: ofServers,
  },
  'claude-code': {
    title: 'Claude Code',
    place: '.mcp.json in the project; set LATCHKEY_KEY in the environment of the shell',
    text: (server) =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces it, so that the file has no key.
      json({ mcpServers: { latchkey: { type: 'stdio', ...server, env: { LATCHKEY_KEY: '${LATCHKEY_KEY}' } } } }),
  },
  vscode: {
    title: 'VS Code',
    place: '.vscode/mcp.json; it asks for the key once',
    text: (server) =>
      json({
        inputs: [{ type: 'promptString', id: 'latchkey-key', description: 'The key of Latchkey', password: true }],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it.
        servers: { latchkey: { type: 'stdio', ...server, env: { LATCHKEY_KEY: '${input:latchkey-key}' } } },
      }),
  },
  cursor: { title: 'Cursor', place: '.cursor/mcp.json in the project or in your home', text: ofServers },
  generic: {
    title: 'Another client',
    place: 'a server of the kind stdio',
    text: (server) => json({ ...server, env: { LATCHKEY_KEY: KEY } }),
  },
};

/** Returns the configuration for one client, or for all when `client` is empty. `command`: the program and its first arguments. Throws `invalidInput`. */
export function configText([command, ...first]: readonly [string, ...string[]], client: string): string {
  const server = { command, args: [...first, 'mcp'] };
  if (client !== '' && !Object.hasOwn(CLIENTS, client))
    throw invalidInput('client', `The clients are ${Object.keys(CLIENTS).join(', ')}.`);
  return Object.entries(CLIENTS)
    .filter(([name]) => client === '' || name === client)
    .map(([name, { title, place, text }]) => (client === '' ? `${title} (${name}): ${place}\n\n` : '') + text(server))
    .join('\n\n')
    .concat('\n');
}
