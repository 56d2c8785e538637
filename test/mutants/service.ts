import type { Threat } from './defence.ts';

const REQUEST = 'src/main/traffic/request.ts';
const PROBE = {
  file: 'src/main/traffic/pipeline.ts',
  test: 'test/unit/main/traffic/pipeline.test.ts',
  title: 'issues no token for a request that may not',
};

/** A hostile service, and what a request may cause. */
export const SERVICE: readonly Threat[] = [
  {
    name: 'A service or an operation turns a token elsewhere',
    story: 'A hostile answer, a changed operation, a replayed request.',
    defences: [
      {
        claim: 'A token goes to addresses of its connection only.',
        file: REQUEST,
        text: '? isUnder(url, base)',
        without: '? true',
        test: 'test/unit/main/traffic/pipeline.test.ts',
        title: 'sends no token to an address that the connection no longer has',
      },
      {
        claim: 'Nor to a path that leaves the base address once a server decodes it.',
        file: REQUEST,
        text: '!hasDotSegment(sent.pathname)',
        without: 'true',
        test: 'test/unit/main/traffic/request.test.ts',
        title: ' behind the base address',
      },
      {
        claim: 'An operation with such a path is not taken.',
        file: 'src/shared/model/operation.ts',
        text: '.refine((path) => !hasDotSegment(path),',
        without: '.refine(() => true,',
        test: 'test/integration/where-secrets-go.test.ts',
        title: ' is no path',
      },
      {
        claim:
          'An operation adds headers of a list only, so none by which a server behind the host chooses the receiver or the person.',
        file: REQUEST,
        text: 'const refused = headers.find(([name]) => !mayAddHeader(name));',
        without: 'const refused = null as [string, string] | null;',
        test: 'test/unit/main/traffic/request.test.ts',
        title: 'sends no header ',
      },
      {
        claim: 'An operation with another header is not taken.',
        file: 'src/shared/model/operation.ts',
        text: 'Object.keys(headers).every(mayAddHeader)',
        without: 'Object.keys(headers).every(Boolean)',
        test: 'test/integration/where-secrets-go.test.ts',
        title: ', by which a shared front end may choose the receiver, is not taken',
      },
      {
        file: 'src/main/vault/draft-secrets.ts',
        test: 'test/unit/main/vault/connection-draft.test.ts',
        claim: 'The secret in a file of another client goes only to the addresses of that file.',
        text: 'return kept && isSame ?',
        without: 'return kept ?',
        title: 'gives the page a reference to its secret, which only a connection to the same address takes, once',
      },
      {
        claim: 'A replayed request does not follow a connection to another host.',
        file: 'src/main/traffic/replay.ts',
        text: 'if (!isUnder(url, this.#options.baseOf(connectionId, api)))',
        without: 'if (false)',
        test: 'test/integration/where-secrets-go.test.ts',
        title: 'a replay does not follow the connection to another host, and sends no old secret there',
      },
      {
        claim: 'Answers of more than 20 MB are refused.',
        file: 'src/main/http/recorder.ts',
        text: 'const read = await readBody(response, maxBytes);',
        without: 'const read = await readBody(response, Number.POSITIVE_INFINITY);',
        test: 'test/unit/main/http/recorder.test.ts',
        title: 'throws answerUnusable for an answer that is too large',
      },
    ],
  },
  {
    name: 'A look around burns the token quota',
    story: 'Somebody asks what works, at the day’s last slot; each 401 or 403 would cost a token.',
    defences: [
      {
        ...PROBE,
        claim: 'A probe without consent issues no token before it is sent.',
        text: 'if (mayIssue === false) {',
        without: 'if (mayIssue === null) {',
      },
      {
        ...PROBE,
        claim: 'A 401 or 403 of a probe issues no token.',
        text: 'if (status === null || request.mayIssue === false || (',
        without: 'if (status === null || (',
      },
    ],
  },
  {
    name: 'A request is made twice',
    story: 'A double click, a lost answer, a restart in the middle.',
    defences: [
      {
        claim: 'A quote that is restored from a backup cannot be booked before the service has been asked.',
        file: 'src/main/store/backup-files.ts',
        text: "SET outcome = 'unknown', quote = json_set(quote, '$.outcome', 'unknown'),",
        without: "SET outcome = 'open', quote = json_set(quote, '$.outcome', 'open'),",
        test: 'test/unit/main/store/backups.test.ts',
        title: 'restores an open quote as unconfirmed, and leaves one that has expired or is booked',
      },
      {
        claim: 'A thousand calls that need a token cause one token request.',
        file: 'src/main/tokens/token-manager.ts',
        text: 'if (this.#issuing) return this.#issuing.promise;',
        without: '',
        test: 'test/unit/main/tokens/token-manager.test.ts',
        title: 'costs one issuance for a thousand concurrent calls',
      },
      {
        claim: 'A token request is on the disk before it is sent.',
        file: 'src/main/tokens/ledger.ts',
        text: "this.#append({ kind: 'sent', ...issuance, api: key.api, clientId: key.clientId, tokenUrl: key.tokenUrl });",
        without: '',
        test: 'test/unit/main/tokens/token-manager.test.ts',
        title: 'before the ledger’s line is on disk',
      },
      {
        claim: 'A power cut then loses no line of the ledger.',
        file: 'src/main/platform/file-lines.ts',
        text: `writeWhole(fd, bytes, end);
        if (this.#isSynced) fsyncSync(fd);`,
        without: 'writeWhole(fd, bytes, end);',
        test: 'test/unit/main/platform/file-lines.test.ts',
        title: 'has each line on the disk before it returns, and the name of a new file',
      },
      {
        claim: 'Nor the ledger itself, when it is new.',
        file: 'src/main/platform/file-lines.ts',
        text: 'if (isNew && this.#isSynced) syncDirectory(dirname(this.#file));',
        without: '',
        test: 'test/unit/main/platform/file-lines.test.ts',
        title: 'has each line on the disk before it returns, and the name of a new file',
      },
      {
        claim: 'A booking step whose answer was lost is never sent again by itself.',
        file: 'src/main/traffic/retry.ts',
        text: `timedOut: { repeatable: 'retry', write: 'unknown', unsentWrite: 'fail' },`,
        without: `timedOut: { repeatable: 'retry', write: 'retry', unsentWrite: 'retry' },`,
        test: 'test/unit/main/traffic/retry.test.ts',
        title: 'never retries an unconfirmed write',
      },
      {
        claim: 'Chromium sends no write a second time when a reused connection breaks.',
        file: 'src/main/platform/electron/kit.ts',
        text: '(READS.has(request.method) ? reads(request) : writes(request))',
        without: 'reads(request)',
        test: 'test/unit/main/platform/electron/network-session.test.ts',
        title: 'closes its connections before a request that must not be done twice',
      },
    ],
  },
];
