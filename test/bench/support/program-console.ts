/** A whole console with a program's key, its local HTTP server on, and what the service was sent: for the scripts about other programs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILE, RUN_FOLDER } from '../../../src/main/gateway/conversation.ts';
import { NEW_PROGRAM } from '../../../src/shared/model/program.ts';
import { freePorts } from '../../support/free-ports.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';
import { eventually, openTestConsole, outputOf, type TestConsoleOptions } from '../../support/test-console.ts';

export interface ServiceCall {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly headers: readonly string[];
}

/** Opens the console; `before` is called before each request to its sandbox. It removes a folder that it was not given. */
export async function openProgramConsole(
  before: (call: ServiceCall) => Promise<void> = async () => {},
  options: Partial<TestConsoleOptions> = {},
) {
  const folder = options.folder ?? makeTempFolder();
  const calls: ServiceCall[] = [];
  let key = '';
  const one = await openTestConsole({
    ask: async () => true,
    ...options,
    folder,
    copied: (text) => {
      key = text;
    },
    between: async (request, next) => {
      const { method, url, headers } = request;
      const call = { method, url, authorization: headers.get('authorization') ?? '', headers: [...headers.keys()] };
      calls.push(call);
      await before(call);
      return options.between ? options.between(request, next) : next();
    },
  });
  one.console.begin();
  const connectionId = (await outputOf(one.latchkey.connections.list(null))).currentId;
  await eventually(async () => existsSync(join(folder, RUN_FOLDER, RUN_FILE)));
  await eventually(async () => (await outputOf(one.latchkey.listings.status({ connectionId }))).phase === 'done');
  const keyFor = async (id: string): Promise<string> => {
    const may = { level: 'quote', perDay: 100_000, concurrent: 16 } as const;
    await outputOf(
      one.latchkey.programs.create({ ...NEW_PROGRAM, paths: [], ...may, connectionId: id, name: 'bench' }),
    );
    return key;
  };
  await keyFor(connectionId);
  const [port = 0] = await freePorts(1);
  const { http } = await outputOf(one.latchkey.programs.setHttp({ port }));
  if (http.port === null || http.refusal !== null) throw new Error(`the local HTTP server is off: ${http.refusal}`);
  return {
    ...{ one, folder, connectionId, port, key, calls, keyFor },
    async close(): Promise<void> {
      await one.close();
      if (options.folder === undefined) removeTempFolder(folder);
    },
  };
}
