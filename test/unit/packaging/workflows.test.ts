/** What a release hands to whom: read from the workflows as text, since the project has no YAML parser of its own. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '../../..');
const folder = join(project, '.github/workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Block {
  readonly name: string;
  readonly text: string;
}
/** The parts of a text that begin with a line that `start` matches; its group 1 is a part's name. */
function blocks(text: string, start: RegExp): Block[] {
  const starts = [...text.matchAll(new RegExp(start, 'gm'))];
  return starts.map((match, index) => ({
    name: match[1] ?? '',
    text: text.slice(match.index, starts[index + 1]?.index),
  }));
}
const jobsOf = (name: string) => blocks(read(name).split(/^jobs:$/m)[1] ?? '', /^ {2}([\w-]+):$/);
const stepsOf = (job: Block) => blocks(job.text, /^ {6}- (.*)$/);
const secretsIn = (text: string) => [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);

const TRIGGERS = new Set(['push', 'pull_request', 'schedule', 'workflow_call']);
const REFUSED = {
  'a stranger’s text is read': /github\.(event\b|head_ref|actor\b|triggering_actor)|inputs\./,
  'all secrets are handed on': /secrets: inherit|toJSON\(secrets\)|secrets\[/i,
  'a job may do more than it names': /write-all|read-all/,
  'a later step gets another environment': /GITHUB_(ENV|PATH)\b|ACTIONS_ALLOW_UNSECURE/,
  'an image without a hash runs': /^ *(container|services|image):|docker:\/\//m,
  'a failure is overlooked': /continue-on-error/,
} as const;
/** What the patterns must find; the workflows have none of it. */
const FAULTY: Readonly<Record<string, readonly [keyof typeof REFUSED, string]>> = {
  'prints a title': ['a stranger’s text is read', 'TITLE: github.event.issue.title'],
  'trusts a name': ['a stranger’s text is read', "if: github.actor == 'dependabot[bot]'"],
  inherits: ['all secrets are handed on', '    secrets: inherit'],
  'may all': ['a job may do more than it names', 'permissions: write-all'],
  'changes the path': ['a later step gets another environment', 'echo . >> "$GITHUB_PATH"'],
  'runs an image': ['an image without a hash runs', '    container: node:24'],
  'goes on': ['a failure is overlooked', '        continue-on-error: true'],
};

describe.each(files)('the workflow %s', (file) => {
  it('names each action by the hash of a commit, beside its version', () => {
    const uses = [...read(file).matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    expect(
      uses.filter(
        (action) =>
          !/^(\.\/\.github\/workflows\/ci\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action ?? ''),
      ),
    ).toEqual([]);
  });

  it('leaves no credentials in a checkout', () => {
    const text = read(file);
    expect(text.match(/persist-credentials: false/g)?.length).toBe(text.match(/actions\/checkout@/g)?.length);
  });

  it('grants nothing by default, and names what each job may do; only a release writes or has secrets', () => {
    expect(read(file)).toMatch(/^permissions: \{\}$/m);
    if (file !== 'release.yml') expect(read(file)).not.toMatch(/^ +[\w-]+: write\b|secrets\./m);
    expect(jobsOf(file).filter(({ text }) => !/^ {4}permissions:$/m.test(text))).toEqual([]);
  });

  it('runs on exact versions of Node, and so of npm', () => {
    const versions = [...read(file).matchAll(/node-version: (.*)$/gm)].map(([, version]) => version);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version ?? ''))).toEqual([]);
    expect(read(file)).not.toMatch(/npm (install|i|exec) |npx --yes/);
  });

  it('expands no expression in a script', () => {
    const scripts = jobsOf(file)
      .flatMap(stepsOf)
      .flatMap(({ text }) => text.match(/run:[\s\S]*?(?=^ {8}\w|(?![\s\S]))/gm) ?? []);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('begins by what the repository itself does or by the clock, on machines of a fixed version, for a limited time', () => {
    const text = read(file);
    const triggers = [...(text.split(/^on:$/m)[1]?.split(/^\w/m)[0] ?? '').matchAll(/^ {2}(\w+):/gm)];
    expect(triggers.length).toBeGreaterThan(0);
    expect(triggers.map(([, name]) => name).filter((name) => !TRIGGERS.has(name ?? ''))).toEqual([]);
    const machines = [...text.matchAll(/(?:runs-on|\bos): (.*)$/gm)].flatMap(
      ([, names]) => names?.split(/[[\], ]+/) ?? [],
    );
    const unknown = machines.filter(
      (name) => name !== '' && !/^(\$\{\{|matrix\.os|\}\}|(ubuntu|windows|macos)-[\d.]+)$/.test(name),
    );
    expect(unknown).toEqual([]);
    const own = jobsOf(file).filter((job) => !/^ {4}uses:/m.test(job.text));
    expect(own.filter((job) => !/^ {4}timeout-minutes: \d+$/m.test(job.text))).toEqual([]);
  });

  it.each(Object.entries(REFUSED))('has nothing by which %s', (_what, pattern) => {
    expect(read(file).match(pattern)).toBeNull();
  });
});

it.each(Object.entries(FAULTY))('a workflow is refused that %s', (_what, [name, text]) => {
  expect(text).toMatch(REFUSED[name]);
});

it('every lock is audited, and is kept new', () => {
  const locks = globSync('{package-lock.json,tools/*/package-lock.json}', { cwd: project }).map(dirname);
  expect(locks.length).toBeGreaterThan(2);
  const audited = [...read('audit.yml').matchAll(/npm audit --audit-level=\w+(?: --prefix (\S+))?$/gm)];
  expect(audited.map(([, folder = '.']) => folder).toSorted()).toEqual(locks.toSorted());
  const kept = /^ {4}directories: (.*)$/m.exec(readFileSync(join(project, '.github/dependabot.yml'), 'utf8'))?.[1];
  expect((JSON.parse(kept ?? '[]') as string[]).map((folder) => folder.slice(1) || '.').toSorted()).toEqual(
    locks.toSorted(),
  );
});

describe('the release workflow', () => {
  const jobs = jobsOf('release.yml');

  it('takes nothing from a cache, which another run could have filled', () => {
    const text = read('release.yml');
    expect(text).not.toMatch(/actions\/cache|^ +cache: /m);
    expect(text.match(/package-manager-cache: false/g)?.length).toBe(text.match(/actions\/setup-node@/g)?.length);
  });

  const steps = jobs.flatMap(stepsOf);

  it.each([
    ['AZURE', 'Windows'],
    ['MAC', 'macOS'],
    ['APPLE', 'macOS'],
  ])('hands secrets that begin with %s to a step on %s, and to nothing else', (prefix, system) => {
    const holders = steps.filter(({ text }) => secretsIn(text).some((name) => name?.startsWith(`${prefix}_`)));
    expect(holders.length).toBe(1);
    expect(holders[0]?.text).toContain(`if: runner.os == '${system}'`);
    expect(secretsIn(steps.map(({ text }) => text).join())).toEqual(secretsIn(read('release.yml')));
  });

  it('keeps each system’s secrets in an environment of its own', () => {
    const build = jobs.find(({ name }) => name === 'build')?.text ?? '';
    expect(build).toMatch(/^ {4}environment: \$\{\{ matrix\.environment \}\}$/m);
    expect([...build.matchAll(/^ {12}environment: (.*)$/gm)].map(([, name]) => name)).toEqual([
      'build-linux',
      'sign-windows',
      'sign-macos',
    ]);
  });

  it('builds only what has an owner', () => {
    const build = jobs.find(({ name }) => name === 'build')?.text ?? '';
    const scripts = [...build.matchAll(/run: (.*)$/gm)].map(([, script]) => script);
    const owner = scripts.indexOf('node scripts/verify-owner.mjs');
    expect(owner).toBeGreaterThanOrEqual(0);
    expect(owner).toBeLessThan(scripts.indexOf('npm run dist'));
  });

  it('installs and runs nothing of the project beside a token that may write', () => {
    const writers = jobs.filter(({ text }) => /: write/.test(text));
    expect(writers.map(({ name }) => name)).toEqual(['publish']);
    for (const { text } of writers) {
      expect(text).toMatch(/^ {4}environment: release$/m);
      expect(text).not.toMatch(/\b(npm|npx|node|checkout|setup-node)\b/);
    }
  });

  it.each(['UPDATE_SIGNING_KEY', 'APT_SIGNING_KEY'])(
    'hands %s to one job, which installs no package and signs after the fuses were read',
    (key) => {
      const holders = jobs.filter(({ text }) => secretsIn(text).includes(key));
      expect(holders.map(({ name }) => name)).toEqual(['sign-updates']);
      expect(holders[0]?.text).toMatch(/^ {4}environment: sign-updates$/m);
      expect(holders[0]?.text).toMatch(/^ {4}needs: \[verify, verify-signatures\]$/m);
      expect(holders[0]?.text).not.toMatch(/\bnpm\b/);
    },
  );

  it('builds after the tests of the same commit, and starts what it packed and signed', () => {
    const build = jobs.find(({ name }) => name === 'build')?.text ?? '';
    expect(build).toMatch(/^ {4}needs: test$/m);
    expect(build).toContain('LATCHKEY_RELEASE: "1"');
    const runs = [...build.matchAll(/run: .*test:e2e -- packed\.spec$/gm)];
    expect(runs).toHaveLength(2);
    for (const { index } of runs) expect(index).toBeGreaterThan(build.lastIndexOf('npm run dist'));
    // Each starts what was signed, and then a later version on its data.
    expect(build.match(/LATCHKEY_PACKED: \$\{\{ matrix\.packed \}\}\n +LATCHKEY_PACKED_NEXT: \$/g)).toHaveLength(2);
    // Once where they are made, and once more where they are published from.
    const verify = jobs.find(({ name }) => name === 'verify-signatures')?.text ?? '';
    for (const tool of ['Get-AuthenticodeSignature', 'codesign --verify', 'spctl --assess', 'stapler validate'])
      for (const job of [build, verify]) expect(job).toContain(tool);
  });

  it('makes one draft however often it runs, with the notes of the changelog', () => {
    const publish = jobs.find(({ name }) => name === 'publish')?.text ?? '';
    expect(publish).toMatch(/gh release create .*--draft .*--notes-file release-notes\.txt/);
    // The files of a published release are never replaced.
    expect(publish).toMatch(/gh release view .*isDraft[\s\S]*"\$draft" = false[\s\S]*exit 1[\s\S]*gh release upload/);
    expect(publish).toContain('--clobber');
    expect(publish).toContain('--prerelease');
  });

  it('publishes after the fuses of the signed binaries were read', () => {
    expect(jobs.find(({ name }) => name === 'verify')?.text).toContain('tools/pack/verify-fuses.mjs');
    expect(jobs.find(({ name }) => name === 'publish')?.text).toMatch(
      /needs: \[build, verify, verify-signatures, sign-updates\]/,
    );
  });
});
