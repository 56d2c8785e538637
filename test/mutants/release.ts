import type { Threat } from './defence.ts';

const WORKFLOWS = { file: '.github/workflows/release.yml', test: 'test/unit/packaging/workflows.test.ts' };
const LOCK = { test: 'test/unit/packaging/lock.test.ts' };
const PACK = { test: 'tools/pack/pack.test.ts' };
const LIST = {
  file: 'src/main/platform/signed-text.ts',
  test: 'test/unit/main/platform/signed-text.test.ts',
};
const ENGINE = { file: 'src/main/platform/electron/update-engine.ts', test: 'test/integration/updates.test.ts' };
const UPDATES = { file: 'src/main/updates/updates.ts', test: 'test/unit/main/updates/updates.test.ts' };
const SYSTEM_POLICIES = {
  file: 'src/main/platform/system-policies.ts',
  test: 'test/unit/main/platform/system-policies.test.ts',
};
const POLICY = {
  file: 'src/main/policies/read-policies.ts',
  test: 'test/unit/main/policies/read-policies.test.ts',
};
const ENFORCED = { test: 'test/unit/main/policies/enforced.test.ts' };
const FUSES = { ...PACK, file: 'tools/pack/fuses.mjs', title: 'has its nine fuses set' };

/** What is installed, built and signed. */
export const RELEASE: readonly Threat[] = [
  {
    name: 'Somebody replaces what is installed or released',
    story: 'A package, an action, a download or a runner is not what its name says.',
    defences: [
      {
        ...LOCK,
        claim: 'Each package that is built or released has a hash in the lock.',
        file: 'package-lock.json',
        text: `"node_modules/zod": {
      "version": "4.6.7",
      "integrity":`,
        without: `"node_modules/zod": {
      "version": "4.6.7",
      "was":`,
        title: 'has a SHA-512 hash for every package',
      },
      {
        ...LOCK,
        claim: 'No package runs a script when it is installed.',
        file: '.npmrc',
        text: 'ignore-scripts=true',
        without: 'ignore-scripts=false',
        title: 'runs no install script, which could fetch what no lock names',
      },
      {
        ...PACK,
        claim: 'Electron’s binaries are compared to the hashes in its package.',
        file: 'electron-builder.yml',
        text: '  - file:tools/pack/electron-checksums.mjs',
        without: '',
        title: 'is made of a runtime that is compared to the hashes in Electron’s package',
      },
      {
        ...WORKFLOWS,
        claim: 'Each action is named by the hash of a commit.',
        text: 'actions/attest@1e69f48acb82d1966a394da916b4c1698aa569d6 # v4.2.2',
        without: 'actions/attest@v4',
        title: 'names each action by the hash of a commit, beside its version',
      },
      {
        ...WORKFLOWS,
        claim: 'Nothing is released while its id, home page and author are placeholders.',
        text: 'run: node scripts/verify-owner.mjs',
        without: 'run: node scripts/verify-lock.mjs',
        title: 'builds only what has an owner',
      },
      {
        ...WORKFLOWS,
        claim: 'Signing secrets reach a step on the system that signs with them.',
        text: `        if: runner.os == 'Windows'
        run: npm run dist`,
        without: '        run: npm run dist',
        title: 'hands secrets that begin with ',
      },
      {
        ...WORKFLOWS,
        claim: 'They are kept in an environment of each system.',
        text: 'environment: ${{ matrix.environment }}',
        without: 'environment: release',
        title: 'keeps each system’s secrets in an environment of its own',
      },
      {
        ...WORKFLOWS,
        claim: 'Lists of versions and of packages are signed after fuses and signatures were verified.',
        text: 'needs: [verify, verify-signatures]',
        without: 'needs: build',
        title: 'to one job, which installs no package and signs after the fuses were read',
      },
      {
        ...WORKFLOWS,
        claim: 'The files of a published release are not replaced.',
        text: 'if [ "$draft" = false ]; then',
        without: 'if [ "$draft" = never ]; then',
        title: 'makes one draft however often it runs',
      },
      {
        ...WORKFLOWS,
        claim: 'Nothing is installed or run beside a token that may write.',
        text: '      - run: cd installers && sha256sum -- * > SHA256SUMS',
        without: '      - run: npm ci\n      - run: cd installers && sha256sum -- * > SHA256SUMS',
        title: 'installs and runs nothing of the project beside a token that may write',
      },
    ],
  },
  {
    name: 'Somebody starts the packaged program as something else',
    story:
      'Another program of the same user starts it with its own code or with a debugger, to use its identity and its key store.',
    defences: [
      {
        claim: 'The packaged console starts with no switch but known harmless ones: none for debugging or extensions.',
        file: 'src/main/shell/refuse-start.ts',
        text: 'if (switched !== null) end(switched);',
        without: '',
        test: 'test/unit/main/shell/index.test.ts',
        title: 'ends at once, before ready, when a switch opens it to others',
      },
      {
        claim: 'Nor with NODE_OPTIONS, or a file for the keys of its TLS connections.',
        file: 'src/main/shell/switches.ts',
        text: `const variable = REFUSED_VARIABLES.find((one) => env[one]);`,
        without: 'const variable = undefined as string | undefined;',
        test: 'test/unit/main/shell/switches.test.ts',
        title: 'refuses while ',
      },
      {
        claim: 'Of Chromium’s features, a switch turns on and off those of the display only.',
        file: 'src/main/shell/switches.ts',
        text: '(feature) => allowed.test(feature)',
        without: '(feature) => feature !== allowed.source',
        test: 'test/unit/main/shell/switches.test.ts',
        title: 'refuses ',
      },
      {
        claim: 'A link from outside shows a page and carries nothing else.',
        file: 'src/main/shell/opening.ts',
        text: "address.slice(prefix.length).replace(/\\/$/, '')",
        without: 'address.slice(prefix.length).split(/[/?#]/)[0]',
        test: 'test/unit/main/shell/opening.test.ts',
        title: 'shows nothing for ',
      },
      {
        ...FUSES,
        claim: 'The program does not run as Node.',
        text: '[FuseV1Options.RunAsNode]: false,',
        without: '[FuseV1Options.RunAsNode]: true,',
      },
      {
        ...FUSES,
        claim: 'It ignores NODE_OPTIONS.',
        text: '[FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,',
        without: '[FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,',
      },
      {
        ...FUSES,
        claim: 'It opens no inspector of Node.',
        text: '[FuseV1Options.EnableNodeCliInspectArguments]: false,',
        without: '[FuseV1Options.EnableNodeCliInspectArguments]: true,',
      },
      {
        ...FUSES,
        claim: 'It loads its code from the archive only.',
        text: '[FuseV1Options.OnlyLoadAppFromAsar]: true,',
        without: '[FuseV1Options.OnlyLoadAppFromAsar]: false,',
      },
      {
        ...FUSES,
        claim: 'On Windows and macOS the archive is compared to a hash in the signed program.',
        text: '[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,',
        without: '[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,',
      },
      {
        ...PACK,
        claim: 'The archive holds the three bundles and the sandbox’s pictures, and no package.',
        file: 'electron-builder.yml',
        text: '  - out/preload/**\n',
        without: '  - out/preload/**\n  - electron.vite.config.ts\n',
        title: 'holds the three bundles, the pictures of the sandbox and its package.json, nothing else',
      },
    ],
  },
  {
    name: 'Somebody offers another version of the app',
    story:
      'A person in the network, or on the server of updates, answers with a list or an installer of their own, or with an old one.',
    defences: [
      {
        ...LIST,
        claim: 'A list of versions is used only with the signature of the release.',
        text: "key.asymmetricKeyType === 'ed25519' && verify(",
        without: "key.asymmetricKeyType === 'ed25519' || verify(",
        title: 'is refused with ',
      },
      {
        ...LIST,
        claim: 'Nothing but a whole answer of the server is read as a list.',
        text: 'if (response.status !== 200)',
        without: 'if (response.status >= 600)',
        title: 'is used with status 200 alone',
      },
      {
        ...LIST,
        claim: 'A list that is too large is not read.',
        text: 'if (bytes === null) throw new UpdateProblem(`The answer of ${url.host} is too large.`);',
        without: "if (bytes === null) return '';",
        title: 'is refused when it is too large, breaks off or does not come',
      },
      {
        ...ENGINE,
        claim: 'Nothing is installed that a person did not ask for.',
        text: 'updater.autoInstallOnAppQuit = false;',
        without: 'updater.autoInstallOnAppQuit = true;',
        title: 'ends with the file of the signed hash, tells its progress, and installs when asked',
      },
      {
        ...UPDATES,
        claim: 'A restart for an update interrupts no write, no task and no unconfirmed booking.',
        text: "this.#phase.kind === 'ready' ? this.#deps.busy() :",
        without: "this.#phase.kind === 'ready' ? null :",
        title: 'is refused with a sentence while it would interrupt something',
      },
      {
        file: 'src/main/store/store-file.ts',
        claim: 'An older version opens nothing that a newer one made.',
        text: "if (fault?.kind === 'newer' && !this.#schema.isReplaceable) throw error;",
        without: '',
        test: 'test/unit/main/store/stores.test.ts',
        title: 'of a newer version stays as it is',
      },
      {
        file: 'src/main/platform/update-way.ts',
        claim: 'An unsigned build on Windows, whose installer nobody would check, does not update itself.',
        text: 'if (!/^publisherName:/m.test(release))',
        without: 'if (false as boolean)',
        test: 'test/unit/main/platform/update-way.test.ts',
        title: 'an unsigned release on Windows',
      },
      {
        ...ENGINE,
        claim: 'An older version is never installed.',
        text: 'updater.allowDowngrade = false;',
        without: 'updater.allowDowngrade = true;',
        title: 'is told nothing of version ',
      },
      {
        ...UPDATES,
        claim: 'A policy file that cannot be used turns updates off.',
        text: "return { way: { kind: 'off', reason }, channel: null };",
        without: 'return { way, channel: null };',
        title: 'a policy',
      },
    ],
  },
  {
    name: 'Somebody gets around the administrator',
    story:
      'A user, or a program without the rights of an administrator, sets policies, or makes the app overlook them.',
    defences: [
      {
        ...UPDATES,
        claim: 'A policy lets the app tell of an update and not install it.',
        text: "if (updates === 'tell' && way.kind === 'self')",
        without: "if (updates === 'tell' && way.kind === 'told')",
        title: 'a policy',
      },
      {
        ...UPDATES,
        claim: 'A policy sets the channel of updates, whatever a person chose.',
        text: 'engine.check(channel ?? choices().channel)',
        without: 'engine.check(choices().channel)',
        title: 'a policy',
      },
      {
        ...UPDATES,
        claim: 'A policy turns updates off.',
        text: "if (updates === 'off')",
        without: "if (updates === 'off' && way.kind === 'off')",
        title: 'a policy',
      },
      {
        ...SYSTEM_POLICIES,
        claim: 'On Windows the policies of the machine are read, in the view that group policies write.',
        text: "['query', KEY, '/reg:64']",
        without: "['query', KEY]",
        title: 'with ',
      },
      {
        ...SYSTEM_POLICIES,
        claim: 'The reader of the registry is the system’s own, whatever the search path says.',
        text: "win32.join(env.SystemRoot ?? 'C:\\\\Windows', 'System32', 'reg.exe')",
        without: "win32.basename(win32.join(env.SystemRoot ?? '', 'reg.exe'))",
        title: 'with ',
      },
      {
        ...SYSTEM_POLICIES,
        claim: 'A value of the registry that is neither text nor number is no policy.',
        text: "type === 'REG_DWORD' ? Number(data) : { type }",
        without: "type === 'REG_DWORD' ? Number(data) : data",
        title: 'with ',
      },
      {
        ...SYSTEM_POLICIES,
        claim: 'A registry that cannot be read turns updates off.',
        text: 'return isMissing ? null : { place: KEY, values: null };',
        without: 'return isMissing ? null : null;',
        title: 'without the key has none, and is named when it cannot be read',
      },
      {
        ...SYSTEM_POLICIES,
        claim: 'Managed preferences that cannot be read turn updates off.',
        text: `  } catch {
    return { place, values: null };`,
        without: `  } catch {
    return null;`,
        title: 'with ',
      },
      {
        ...SYSTEM_POLICIES,
        claim: 'The reader of managed preferences is the system’s own.',
        text: "run('/usr/bin/plutil'",
        without: "run('plutil'",
        title: 'with ',
      },
      {
        ...POLICY,
        claim: 'A policy whose name is unknown is not taken for none.',
        text: 'if (known === undefined)',
        without: 'if (known === undefined) return NONE;\n  if (known === undefined)',
        title: ' is named, and loosens nothing',
      },
      {
        ...POLICY,
        claim: 'A policy of the system outranks one of the file.',
        text: '{ ...given.policies, ...set.policies }',
        without: '{ ...set.policies, ...given.policies }',
        title: 'of the system replace those of the file, and each unusable source is named',
      },
      {
        ...POLICY,
        claim: 'A policy file that may not be read is not taken for none.',
        text: 'return isMissing ? NONE : unreadable(file);',
        without: 'return isMissing ? NONE : NONE;',
        title: 'that cannot be read are named, too',
      },
      {
        ...POLICY,
        claim: 'A policy whose value is not allowed holds as strictly as it can.',
        text: 'policies: known in STRICTEST ? { [known]: STRICTEST[known] } : {},',
        without: 'policies: {},',
        title: ' is named, and loosens nothing',
      },
      {
        ...POLICY,
        claim: 'While a policy is not understood, updates and programs are off.',
        text: '{ ...policies, ...DURING_MISTAKES }',
        without: 'policies',
        title: ' is named, and loosens nothing',
      },
      {
        ...ENFORCED,
        claim: 'No request of a real connection leaves for a host that the administrator does not allow.',
        file: 'src/main/policies/allowed-network.ts',
        text: 'if (allowedHosts && !isHostAllowed(',
        without: "if (allowedHosts && isHostAllowed('', []) && !isHostAllowed(",
        title: 'lets a request for an API, a token or a picture reach ',
      },
      {
        ...ENFORCED,
        claim: 'Nor does one for a token.',
        file: 'src/main/compose/policies.ts',
        text: 'tokenFetch: allowedNetwork(kit.tokenFetch, policies),',
        without: 'tokenFetch: kit.tokenFetch,',
        title: 'lets a request for an API, a token or a picture reach ',
      },
      {
        ...ENFORCED,
        claim: 'Nor one for a picture.',
        file: 'src/main/compose/policies.ts',
        text: 'pictureFetch: allowedNetwork(kit.pictureFetch, policies),',
        without: 'pictureFetch: kit.pictureFetch,',
        title: 'lets a request for an API, a token or a picture reach ',
      },
      {
        ...ENFORCED,
        claim: 'A host whose name only ends like an allowed one is not allowed.',
        file: 'src/shared/model/policy.ts',
        text: 'host.endsWith(pattern.slice(1))',
        without: 'host.endsWith(pattern.slice(2))',
        title: 'lets a request for an API, a token or a picture reach ',
      },
      {
        ...ENFORCED,
        claim: 'A policy keeps every program out.',
        file: 'src/main/gateway/gateway.ts',
        text: 'if (!(await this.#deps.isAllowed())) return',
        without: 'if (this.#running < 0) return',
        title: 'that turns programs off refuses each command, and the local HTTP server',
      },
      {
        ...ENFORCED,
        claim: 'That policy also keeps the local HTTP server off.',
        file: 'src/main/gateway/gateway.ts',
        text: 'if (port !== null && !(await this.#deps.isAllowed()))',
        without: 'if (port !== null && port < 0)',
        title: 'that turns programs off refuses each command, and the local HTTP server',
      },
      {
        ...ENFORCED,
        claim: 'Recorded traffic is kept no longer than a policy allows, whatever a person chooses.',
        file: 'src/main/app/preferences.ts',
        text: 'Math.min(journal.maxDays, this.#maxJournalDays)',
        without: 'journal.maxDays',
        title: 'limits the days of recorded traffic, whatever the person chose and chooses',
      },
      {
        ...ENFORCED,
        claim: 'Guests are deleted after the days that a policy sets.',
        file: 'src/main/compose/policies.ts',
        text: 'if (old.length === 0) continue;',
        without: 'if (old.length >= 0) continue;',
        title: 'deletes the guests whom nobody used for so long, without their offers, at the start and every day',
      },
    ],
  },
];
