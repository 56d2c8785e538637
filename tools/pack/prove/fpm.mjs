#!/usr/bin/env node
/** Stand-in of fpm, as electron-builder calls it for a .deb: dpkg-deb makes the package from the same arguments. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
    'deb-priority': text,
    'deb-compression': text,
    'deb-recommends': list,
  },
});
if (values.t !== 'deb') throw new Error(`This stand-in makes .deb packages, no ${values.t}.`);

const root = mkdtempSync(join(tmpdir(), 'latchkey-deb-'));
for (const mapping of positionals) {
  const [from, to] = mapping.split('=');
  const target = join(root, to);
  mkdirSync(statSync(from).isDirectory() ? target : dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}
const control = {
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
};
mkdirSync(join(root, 'DEBIAN'));
const lines = Object.entries(control).filter(([, value]) => value);
writeFileSync(join(root, 'DEBIAN', 'control'), `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`);
for (const [script, option] of [
  ['postinst', 'after-install'],
  ['postrm', 'after-remove'],
]) {
  writeFileSync(join(root, 'DEBIAN', script), readFileSync(values[option]), { mode: 0o755 });
}
execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, values.package], { stdio: 'inherit' });
rmSync(root, { recursive: true });
