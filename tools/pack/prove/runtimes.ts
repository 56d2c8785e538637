/** Stand-ins of Electron's runtimes: what electron-builder and the fuses look for, and nothing that runs. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackage } from '@electron/asar';
import plist from 'plist';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

const electron = new URL('../../../node_modules/electron/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(fileURLToPath(electron), 'utf8')) as { version: string };

/** @electron/fuses finds the wire behind this text: version 1, nine fuses, as Electron ships them. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('101100110')]);
const withFuses = (head: Uint8Array = Buffer.alloc(64), slices = 1): Buffer =>
  Buffer.concat([head, ...Array.from({ length: slices }, () => Buffer.concat([wire, Buffer.alloc(64)]))]);

function write(file: string, content: string | Uint8Array = '', mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
}

async function writeDefaultApp(resources: string): Promise<void> {
  const source = join(resources, '..', '.default-app');
  write(join(source, 'main.js'));
  await createPackage(source, join(resources, 'default_app.asar'));
  rmSync(source, { recursive: true });
}

/** An empty program with the version resource into which electron-builder writes. */
function windowsProgram(): Uint8Array {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const about = Resource.VersionInfo.createEmpty();
  about.lang = 1033;
  about.setFileVersion(version);
  about.setStringValue({ lang: 1033, codepage: 1200 }, 'ProductName', 'Electron');
  about.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return new Uint8Array(program.generate());
}

/** Writes a runtime for Linux or Windows in the folder. */
export async function makeRuntime(folder: string, platform: 'linux' | 'win32'): Promise<void> {
  const head = platform === 'win32' ? windowsProgram() : undefined;
  write(join(folder, platform === 'win32' ? 'electron.exe' : 'electron'), withFuses(head), 0o755);
  write(join(folder, 'version'), version);
  write(join(folder, 'LICENSE'), 'Electron');
  write(join(folder, 'LICENSES.chromium.html'), 'Chromium');
  write(join(folder, 'locales', 'en-US.pak'));
  if (platform === 'linux') write(join(folder, 'chrome-sandbox'), '', 0o755);
  await writeDefaultApp(join(folder, 'resources'));
}

/** Keys of the Info.plist that Electron ships, besides its name. */
const ELECTRON_PLIST = {
  NSAppTransportSecurity: { NSAllowsArbitraryLoads: true },
  NSAudioCaptureUsageDescription: 'a',
  NSBluetoothAlwaysUsageDescription: 'b',
  NSBluetoothPeripheralUsageDescription: 'b',
  NSCameraUsageDescription: 'c',
  NSMicrophoneUsageDescription: 'm',
};

/** Writes a runtime for macOS in the folder; its framework has the fuses twice, as that of a universal application. */
export async function makeMacRuntime(folder: string): Promise<void> {
  const contents = join(folder, 'Electron.app', 'Contents');
  const application = (at: string, name: string, more: object = {}): void => {
    write(join(at, 'Info.plist'), plist.build({ CFBundleExecutable: name, CFBundleName: name, ...more }));
    write(join(at, 'MacOS', name), '', 0o755);
  };
  application(contents, 'Electron', ELECTRON_PLIST);
  for (const kind of ['', ' (Renderer)', ' (Plugin)', ' (GPU)']) {
    const name = `Electron Helper${kind}`;
    application(join(contents, 'Frameworks', `${name}.app`, 'Contents'), name);
  }
  write(
    join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework'),
    withFuses(undefined, 2),
    0o755,
  );
  write(join(contents, 'Frameworks', 'Electron Framework.framework', 'Resources', 'en.lproj', 'locale.pak'));
  write(join(folder, 'version'), version);
  write(join(folder, 'LICENSE'), 'Electron');
  await writeDefaultApp(join(contents, 'Resources'));
}
