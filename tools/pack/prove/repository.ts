/** Proves the repository for apt by apt itself, and the metainfo of Flathub by appstreamcli. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOwner } from '../../../scripts/lib/owner.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';
import { check, differ, hasTools, work } from './report.ts';

const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } });

/** `packages`: the folder of the .deb files. */
export function proveRepository(packages: string): void {
  const folder = join(work, 'repository');
  mkdirSync(folder);
  for (const name of globSync('*.deb', { cwd: packages })) copyFileSync(join(packages, name), join(folder, name));
  if (hasTools('apt repository', 'apt-get', 'apt-cache', 'dpkg-deb', 'gpg')) proveApt(folder);
  if (hasTools('Flathub metainfo', 'appstreamcli')) proveMetainfo(folder);
}

function proveApt(folder: string): void {
  const home = join(work, 'gpg');
  mkdirSync(home, { mode: 0o700 });
  const gpg = (...args: string[]): string =>
    run('gpg', ['--homedir', home, '--batch', '--passphrase', '', ...args]).stdout;
  gpg('--quick-generate-key', 'Proof <proof@latchkey.example>', 'ed25519', 'sign');
  const env = { APT_SIGNING_KEY: gpg('--armor', '--export-secret-keys') };
  run('gpgconf', ['--homedir', home, '--kill', 'all']);
  const made = run(process.execPath, [inProject('scripts', 'apt-repository.mjs'), folder, `file:${folder}`], env);
  check('apt repository: is made', differ('status', made.status, 0), made.stderr);
  const [state, cache, sources] = ['state', 'cache', 'sources'].map((name) => join(work, 'apt', name));
  for (const made of [join(`${state}`, 'lists/partial'), join(`${cache}`, 'archives/partial'), `${sources}`])
    mkdirSync(made, { recursive: true });
  writeFileSync(join(work, 'apt', 'status'), '');
  copyFileSync(join(folder, 'latchkey.sources'), join(`${sources}`, 'latchkey.sources'));
  const options = [
    ...[`Dir::State=${state}`, `Dir::Cache=${cache}`, `Dir::State::status=${join(work, 'apt', 'status')}`],
    ...['Dir::Etc::sourcelist=/dev/null', `Dir::Etc::sourceparts=${sources}`, 'APT::Architecture=amd64'],
    ...['APT::Architectures::=amd64', 'APT::Sandbox::User=root', 'Acquire::Languages=none'],
  ].flatMap((option) => ['-o', option]);
  const update = () => run('apt-get', [...options, 'update', '--error-on=any']);
  const first = update();
  check('apt repository: apt verifies it', differ('status', first.status, 0), first.status === 0 ? '' : first.stderr);
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string };
  const { stdout } = run('apt-cache', [...options, 'policy', 'latchkey']);
  check('apt repository: apt offers the version', differ('candidate', /Candidate: (.*)/.exec(stdout)?.[1], version));
  const list = join(folder, 'InRelease');
  writeFileSync(list, readFileSync(list, 'utf8').replace('Suite: stable', 'Suite: stolen'));
  check('apt repository: apt refuses a changed list', update().status === 0 ? ['it was accepted'] : []);
}

function proveMetainfo(folder: string): void {
  for (const name of ['win-x64.exe', 'win-arm64.exe', 'mac-universal.dmg'])
    writeFileSync(join(folder, `Latchkey-${name}`), '');
  const of = ['https://downloads.latchkey.example', 'https://code.latchkey.example', 'v0'];
  const made = run(process.execPath, [inProject('scripts', 'store-manifests.mjs'), folder, ...of]);
  const file = join(folder, `${readOwner().appId}.metainfo.xml`);
  const valid = run('appstreamcli', ['validate', '--no-net', '--pedantic', file]);
  check(
    'Flathub metainfo: appstreamcli validates it',
    made.status === 0 && valid.status === 0 ? [] : [`${made.stderr}${valid.stdout}`],
    basename(file),
  );
}
