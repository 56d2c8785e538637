/** Reads as another program by both doors, with a key and a bearer of it, also in the addresses. */
import { relay } from '../../../src/main/command-line/relay.ts';
import { NEW_PROGRAM } from '../../../src/shared/model/program.ts';
import { filterOf } from '../../../src/shared/model/traffic.ts';
import { freePorts } from '../../support/free-ports.ts';
import { runOnStreams } from '../../support/run-on-streams.ts';
import { eventually, outputOf, type TestConsole } from '../../support/test-console.ts';

interface AsProgram {
  /** What the program was answered. */
  readonly answered: string;
  /** The secret parts of its key and its bearer. */
  readonly keys: Readonly<Record<string, string>>;
}

export async function askAsProgram(
  { latchkey, console: app }: TestConsole,
  { connectionId, folder, copied }: { connectionId: string; folder: string; copied: readonly string[] },
): Promise<AsProgram> {
  app.begin();
  const may = { paths: ['/*'], perDay: 100, concurrent: 4 };
  await outputOf(latchkey.programs.create({ ...NEW_PROGRAM, ...may, connectionId, name: 'planted' }));
  const key = copied.at(-1) ?? '';
  const [port = 0] = await freePorts(1);
  await outputOf(latchkey.programs.setHttp({ port }));
  const at = `http://127.0.0.1:${port}/open`;
  const credentials = { client_id: key.split('_')[1], client_secret: key };
  const headers = { 'content-type': 'application/json' };
  const given = await fetch(`${at}/oauth2/token`, { method: 'POST', headers, body: JSON.stringify(credentials) });
  const { access_token: bearer } = await given.json();
  const answered: string[] = [];
  for (const authorization of [`Bearer ${key}`, `Bearer ${bearer}`])
    for (const path of ['/v1/listings?limit=1', `/forbidden?filter=${key}&sort=${bearer}`])
      answered.push(await (await fetch(at + path, { headers: { authorization } })).text());
  const of = { folders: [folder], cwd: '/', platform: process.platform, program: null };
  for (const args of [['request', 'GET', `/forbidden?filter=${key}`], ['traffic'], ['token', 'status'], ['programs']]) {
    const ran = await runOnStreams(
      (streams) => relay([...args, '--json'], { ...of, env: { LATCHKEY_KEY: key }, ...streams }),
      '',
    );
    answered.push(ran.out, ran.err);
  }
  const filter = filterOf(connectionId);
  const isRecorded = async () => {
    const { exchanges } = await outputOf(latchkey.traffic.exchanges({ filter, before: null, limit: 100 }));
    const own = exchanges.filter(({ taskId }) => taskId?.startsWith('program:'));
    return own.length >= 5 && own;
  };
  for (const { id } of await eventually(isRecorded)) await outputOf(latchkey.traffic.exchange({ id }));
  const secretOf = (text: string): string => text.split('_')[2] ?? '';
  return { answered: answered.join('\n'), keys: { programKey: secretOf(key), programBearer: secretOf(bearer) } };
}
