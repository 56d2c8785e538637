/**
 * Sends 600 availability searches, 300 of them pending at any time, through the whole console over real HTTPS, in real time (a little over
 * two minutes); then a tenth of them without a limiter, against another sandbox. Prints one JSON line per figure.
 */
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf } from '../support/test-console.ts';

const READS = 600;
const UNPACED = 60;
/** Pending searches: at 275 a minute, each gets a permit well before its deadline. */
const WAITING = 300;
const connectionId = 'sandbox';

function figure(subject: string, metric: string, value: number, unit: string): void {
  const line = { bench: 'saturation', subject, scenario: 'search over https on loopback', metric, value, unit };
  console.log(JSON.stringify(line));
}

async function paced(): Promise<void> {
  const folder = makeTempFolder();
  const one = await openTestConsole({ threads: true, folder });
  try {
    const begin = performance.now();
    let begun = 0;
    const reader = async (): Promise<void> => {
      while (begun < READS) {
        begun += 1;
        const search = { connectionId, applicationId: null, location: `nowhere ${begun}` };
        await outputOf(one.latchkey.availability.search(search));
      }
    };
    await Promise.all(Array.from({ length: WAITING }, reader));
    const minutes = (performance.now() - begin) / 60_000;
    const state = await outputOf(one.latchkey.sandbox.state(null));
    figure('latchkey', 'accepted', READS, 'requests');
    figure('latchkey', 'rejected429', state.answered429, 'requests');
    figure(
      'latchkey',
      'token_issuances',
      state.applications.reduce((sum, { issuedInWindow }) => sum + issuedInWindow, 0),
      'tokens',
    );
    figure('latchkey', 'efficiency', Number((READS / (275 * minutes)).toFixed(4)), 'share of 275/min');
  } finally {
    await one.close();
    removeTempFolder(folder);
  }
}

async function unpaced(): Promise<void> {
  const folder = makeTempFolder();
  let authorization = '';
  let address = '';
  const one = await openTestConsole({
    threads: true,
    folder,
    watch: (request) => {
      if (!request.url.includes('/v1/search')) return;
      authorization = request.headers.get('authorization') ?? '';
      address = request.url;
    },
  });
  try {
    await outputOf(one.latchkey.availability.search({ connectionId, applicationId: null }));
    const { sandbox } = one;
    const statuses = await Promise.all(
      Array.from(
        { length: UNPACED },
        async () => (await sandbox(new Request(address, { headers: { authorization } }))).status,
      ),
    );
    figure('no limiter', 'accepted', statuses.filter((status) => status === 200).length, 'requests');
    figure('no limiter', 'rejected429', statuses.filter((status) => status === 429).length, 'requests');
  } finally {
    await one.close();
    removeTempFolder(folder);
  }
}

await unpaced();
await paced();
