/** The licences of the packages in the bundles. The build writes them for the application and for its installers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

/** The file into which Vite writes the licences of the packages of one bundle. */
export const LICENSES_FILE = 'licenses.json';
const BUNDLES = ['main', 'preload', 'renderer'];

/** Licences whose terms the notices fulfil. A package under another one needs a person's decision. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Packages that ship no licence text, with the line of their copyright. Each is under the MIT licence. */
const COPYRIGHTS = {
  'lazy-val': 'Copyright (c) Vladimir Krivosheev',
  'react-remove-scroll-bar': 'Copyright (c) Anton Korzunov',
  '@iconify-json/tabler': 'Copyright (c) 2020-2026 Paweł Kuna',
  '@redis/client': 'Copyright (c) 2022-2025, Redis, inc.',
};

/** Packages of which the repository has a part, so that no bundler sees them: the icons of `npm run ui-icons`. */
const COPIED = ['@iconify-json/tabler'];

/** The terms of the MIT licence, from the project's own. */
const mitTerms = () => {
  const text = readFileSync(inProject('LICENSE'), 'utf8');
  return text.slice(text.indexOf('Permission is hereby granted')).trim();
};

function noticeOf({ name, version, identifier, text }) {
  if (!ACCEPTED.has(identifier)) throw new Error(`${name} is under the licence ${identifier}, which is not accepted.`);
  const copyright = COPYRIGHTS[name];
  if (text) return { name, version, license: identifier, text };
  if (copyright === undefined || identifier !== 'MIT') throw new Error(`${name} has no text of its licence.`);
  return { name, version, license: identifier, text: `MIT License\n\n${copyright}\n\n${mitTerms()}` };
}

function copiedPackage(name) {
  const { version, license } = JSON.parse(readFileSync(inProject('node_modules', name, 'package.json'), 'utf8'));
  return { name, version, identifier: license };
}

/** One notice for each version of a package, by name. Throws for a licence that is not accepted and for a missing text. */
export function mergeLicenses(lists) {
  const entries = [...lists.flat(), ...COPIED.map(copiedPackage)];
  const notices = new Map(entries.map((entry) => [`${entry.name}@${entry.version}`, noticeOf(entry)]));
  return [...notices.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The text file that installers carry. */
const noticesText = (packages) =>
  [
    'Latchkey contains the packages below. Electron and Chromium have their licences in files of their own.',
    ...packages.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`),
  ].join(`\n${'-'.repeat(80)}\n`);

/** Vite's plugin: after the last bundle, merges the licences of all three. */
export const noticesPlugin = () => ({
  name: 'notices',
  closeBundle() {
    const files = BUNDLES.map((bundle) => inProject('out', bundle, LICENSES_FILE));
    // The development server builds no page.
    if (!files.every((file) => existsSync(file))) return;
    const packages = mergeLicenses(files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
    const license = readFileSync(inProject('LICENSE'), 'utf8').trim();
    writeFileSync(inProject('out', 'notices.json'), JSON.stringify({ license, packages }));
    writeFileSync(inProject('out', 'THIRD-PARTY-NOTICES.txt'), noticesText(packages));
  },
});
