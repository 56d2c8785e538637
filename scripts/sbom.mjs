/** `npm run sbom`: builds, and writes what the installers contain as a CycloneDX document to dist. Installs what the build needs first. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies, npm } from './lib/dependencies.mjs';
import { inProject, run, say, stop, takeNoArguments } from './lib/project.mjs';
import { shippedSbom } from './lib/sbom.mjs';

takeNoArguments('sbom', 'writes a list of the packages in the installers (CycloneDX) to the folder dist.');
await ensureDependencies();
if (!(await ensureBuilt())) process.exit(1);
const [command, args] = npm();
const { code, output } = await run(command, [
  ...args,
  'sbom',
  '--sbom-format=cyclonedx',
  '--package-lock-only',
  '--loglevel=error',
]);
if (code !== 0) stop(output);
const read = (...path) => JSON.parse(readFileSync(inProject(...path), 'utf8'));
const { productName: name, version } = read('package.json');
const sbom = shippedSbom(JSON.parse(output), read('out', 'notices.json').packages, { name, version });
const file = inProject('dist', `${name}-${version}-sbom.cdx.json`);
mkdirSync(inProject('dist'), { recursive: true });
writeFileSync(file, JSON.stringify(sbom, null, 2));
say(`${file}: ${sbom.components.length} packages`);
