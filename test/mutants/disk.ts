import type { Threat } from './defence.ts';

const MODES = {
  file: 'src/main/platform/private-files.ts',
  test: 'test/unit/main/platform/electron/private-files.test.ts',
};
const VAULT = { file: 'src/main/vault/secret-cipher.ts', test: 'test/unit/main/vault/secrets.test.ts' };

/** Somebody who reads the disk, a backup, a log or an export. */
export const DISK: readonly Threat[] = [
  {
    name: 'Somebody reads the disk or a backup',
    story: 'Another user of the machine, or whoever finds a copy of the data folder.',
    defences: [
      {
        ...VAULT,
        claim: 'Secrets and tokens are encrypted with the key store of the operating system.',
        text: `const data = Buffer.from(await this.#deps.cipher.encrypt(text)).toString('base64');`,
        without: `const data = Buffer.from(text).toString('base64');`,
        title: 'survive a restart, and are nowhere in plain text',
      },
      {
        ...VAULT,
        claim: 'Without a key store they stay in memory, unless the person chose to store them.',
        text: `return level === 'protected' || owner === 'sandbox' || this.#deps.storeUnprotected();`,
        without: 'return true;',
        title: 'keeps secrets in memory only: ',
      },
      {
        claim:
          'Guests, and offers as they were sent, are encrypted with a key of their own, which is stored like a secret.',
        file: 'src/main/vault/sealed-records.ts',
        text: 'const content = sealer.seal(id, JSON.stringify(value));',
        without: 'const content = Buffer.from(JSON.stringify(value));',
        test: 'test/unit/main/guests/guest-store.test.ts',
        title: 'are remembered with their quotes across a restart, and nothing of them is on disk in clear text',
      },
      {
        claim: 'On Linux a key that is built into the program does not count as protection.',
        file: 'src/main/platform/electron/cipher.ts',
        text: 'if (osKey !== undefined)',
        without: 'if (true)',
        test: 'test/unit/main/platform/electron/cipher.test.ts',
        title: 'with key tag ',
      },
      {
        ...MODES,
        claim: 'Folders are made for their owner only.',
        text: 'const FOLDER_MODE = 0o700;',
        without: 'const FOLDER_MODE = 0o755;',
        title: 'of new folders are private, whichever file is written first',
      },
      {
        ...MODES,
        claim: 'Databases and their logs are for their owner only.',
        text: 'const FILE_MODE = 0o600;',
        without: 'const FILE_MODE = 0o644;',
        title: 'of a database and its logs are those of a private file: ',
      },
      {
        claim: 'The modes of existing databases are corrected when they are opened.',
        file: 'src/main/platform/sqlite.ts',
        text: `for (const ending of ['', ...LOG_ENDINGS]) makeFilePrivate(file + ending);`,
        without: '',
        test: 'test/unit/main/platform/electron/private-files.test.ts',
        title: 'of a database and its logs are those of a private file: ',
      },
      {
        claim: 'The modes of the whole store are corrected at every start.',
        file: 'src/main/platform/electron/kit.ts',
        text: 'for (const folder of [paths.store, paths.logs]) makeFolderPrivate(folder, log);',
        without: '',
        test: 'test/unit/main/platform/electron/private-files.test.ts',
        title: 'of the store and the logs are corrected at every start',
      },
      {
        claim: 'The vault’s file is for its owner only.',
        file: 'src/main/platform/electron/store-document.ts',
        text: 'configFileMode: 0o600,',
        without: 'configFileMode: 0o644,',
        test: 'test/unit/main/platform/electron/store-document.test.ts',
        title: 'is readable by its owner only',
      },
      {
        claim: 'An export is for its owner only, and replaces no file before it is complete.',
        file: 'src/main/platform/part-file.ts',
        text: `open(path, 'wx', 0o600)`,
        without: `open(path, 'wx', 0o644)`,
        test: 'test/unit/main/platform/part-file.test.ts',
        title: 'is for its owner only',
      },
      {
        ...MODES,
        claim: 'No write follows a link that somebody put in the place of a file.',
        text: 'return openSync(file, flags | NO_FOLLOW, FILE_MODE);',
        without: 'return openSync(file, flags, FILE_MODE);',
        title: 'is not followed by a ledger',
      },
      {
        ...MODES,
        claim: 'A file that is written anew is created, not opened through a link.',
        text: "rmSync(file, { force: true });\n  return openSync(file, 'wx', FILE_MODE);",
        without: `return openSync(file, 'w', FILE_MODE);`,
        title: 'is not followed by notes',
      },
      {
        claim: 'No database is opened through a link.',
        file: 'src/main/platform/sqlite.ts',
        text: 'if (found?.isSymbolicLink()) throw new LinkInPlace();',
        without: '',
        test: 'test/unit/main/platform/electron/private-files.test.ts',
        title: 'is not followed by a database: it is quarantined and a new file begun',
      },
      {
        claim: 'Deleted results of tasks are overwritten in their file.',
        file: 'src/main/platform/sqlite.ts',
        text: 'PRAGMA secure_delete = ON;',
        without: 'PRAGMA secure_delete = OFF;',
        test: 'test/unit/main/tasks/store.test.ts',
        title: 'leaves nothing of a deleted task in its file',
      },
      {
        claim: 'Deleted exchanges are overwritten in the journal.',
        file: 'src/main/journal/store/retention.ts',
        text: `db.exec('PRAGMA secure_delete = ON');`,
        without: `db.exec('PRAGMA secure_delete = OFF');`,
        test: 'test/unit/main/journal/maintenance.test.ts',
        title: 'overwrites deleted exchanges in the file',
      },
    ],
  },
];
