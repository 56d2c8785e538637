#!/usr/bin/env node
/** Stand-in of fpm, as electron-builder calls it for a .deb or .rpm: dpkg-deb or rpmbuild makes the package from the same arguments. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const list = { type: 'string', multiple: true, default: [] };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...list, short: 'd' },
    force: { type: 'boolean' },
    debug: { type: 'boolean' },
    log: text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
    directories: list,
    'deb-priority': text,
    'deb-compression': text,
    'deb-recommends': list,
    'rpm-os': text,
    'rpm-compression': text,
    'rpm-summary': text,
    'rpm-rpmbuild-define': list,
  },
});

const linesOf = (fields) => Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));

function makeDeb(root) {
  const control = linesOf({
    Package: values.name,
    Version: values.version,
    License: values.license,
    Vendor: values.vendor,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Depends: values.d.join(', '),
    Recommends: values['deb-recommends'].join(', '),
    Section: values.category ?? 'default',
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: values.description.split('\n').filter(Boolean).join('\n  ').trim(),
  });
  mkdirSync(join(root, 'DEBIAN'));
  writeFileSync(join(root, 'DEBIAN', 'control'), `${control.join('\n')}\n`);
  for (const [script, option] of [
    ['postinst', 'after-install'],
    ['postrm', 'after-remove'],
  ])
    writeFileSync(join(root, 'DEBIAN', script), readFileSync(values[option]), { mode: 0o755 });
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, values.package], { stdio: 'inherit' });
}

/** As fpm does it: the package owns files and the folders of `--directories`, and no others. */
function makeRpm(root, work) {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const pathOf = (entry) => join(entry.parentPath, entry.name).slice(root.length);
  const isOwned = (path) => values.directories.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const owned = entries.flatMap((entry) => {
    const path = pathOf(entry);
    if (!entry.isDirectory()) return [`"${path}"`];
    return isOwned(path) ? [`%dir "${path}"`] : [];
  });
  const spec = [
    ...linesOf({
      Name: values.name,
      Version: values.version,
      Release: '1',
      Summary: values['rpm-summary'] ?? values.description.split('\n')[0],
      License: values.license,
      Vendor: values.vendor,
      URL: values.url,
      Packager: values.maintainer,
      AutoReqProv: 'no',
    }),
    ...values.d.map((one) => `Requires: ${one}`),
    '%description',
    values.description,
    // The script needs bash, which /bin/sh is on the systems with rpm.
    '%post -p /bin/bash',
    readFileSync(values['after-install'], 'utf8').replaceAll('%', '%%'),
    '%postun',
    readFileSync(values['after-remove'], 'utf8').replaceAll('%', '%%'),
    '%files',
    '%defattr(-,root,root,-)',
    ...owned,
  ];
  const file = join(work, 'latchkey.spec');
  writeFileSync(file, `${spec.join('\n')}\n`);
  const defines = [`_topdir ${work}`, `_rpmdir ${work}/made`, '__os_install_post %{nil}', '_binary_payload w1.gzdio'];
  const target = values.architecture === 'amd64' ? 'x86_64' : values.architecture;
  const define = [...defines, ...values['rpm-rpmbuild-define']].flatMap((one) => ['--define', one]);
  execFileSync('rpmbuild', ['-bb', '--quiet', '--target', target, '--buildroot', root, ...define, file], {
    stdio: 'inherit',
  });
  const [made] = globSync('made/**/*.rpm', { cwd: work });
  cpSync(join(work, made), values.package);
}

const work = mkdtempSync(join(tmpdir(), 'latchkey-fpm-'));
const root = join(work, 'root');
for (const mapping of positionals) {
  const [from, to] = mapping.split('=');
  const target = join(root, to);
  mkdirSync(statSync(from).isDirectory() ? target : dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}
if (values.t === 'deb') makeDeb(root);
else if (values.t === 'rpm') makeRpm(root, work);
else throw new Error(`This stand-in makes .deb and .rpm packages, no ${values.t}.`);
rmSync(work, { recursive: true });
