import type { Threat } from './defence.ts';

const WORKFLOWS = { file: '.github/workflows/release.yml', test: 'test/unit/packaging/workflows.test.ts' };
const LOCK = { test: 'test/unit/packaging/lock.test.ts' };
const PACK = { test: 'tools/pack/pack.test.ts' };
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
        file: 'src/main/platform/signed-text.ts',
        claim: 'A list of versions is used only with the signature of the release.',
        text: "key.asymmetricKeyType === 'ed25519' && verify(",
        without: "key.asymmetricKeyType === 'ed25519' || verify(",
        test: 'test/unit/main/platform/signed-text.test.ts',
        title: 'is refused with ',
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
        file: 'src/main/platform/electron/update-engine.ts',
        claim: 'An older version is never installed.',
        text: 'updater.allowDowngrade = false;',
        without: 'updater.allowDowngrade = true;',
        test: 'test/integration/updates.test.ts',
        title: 'is told nothing of version ',
      },
      {
        file: 'src/main/updates/updates.ts',
        claim: 'A policy file that cannot be used turns updates off.',
        text: "return { way: { kind: 'off', reason }, channel: null };",
        without: 'return { way, channel: null };',
        test: 'test/unit/main/updates/updates.test.ts',
        title: 'a policy',
      },
    ],
  },
];
