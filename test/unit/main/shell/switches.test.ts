import { describe, expect, it } from 'vitest';
import { launchOf } from '../../../../src/main/shell/launch.ts';
import { sandboxRefusal, switchRefusal } from '../../../../src/main/shell/switches.ts';

const refusal = (args: string[], env: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') =>
  switchRefusal(launchOf({ argv: ['latchkey', ...args], isPackaged: true, platform }), env, platform);

describe('switchRefusal', () => {
  it.each([
    '--remote-debugging-port=9222',
    '-remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect_brk',
    '--inspect-publish-uid=http',
    '--js-flags=--expose-gc',
    '--disable-web-security',
    '--disable-setuid-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--disable-namespace-sandbox',
    '--disable-gpu-sandbox',
    '--single-process',
    '--no-zygote',
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=x',
    '--ssl-key-log-file=/tmp/keys',
    '--log-net-log=/tmp/log',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--proxy-server=evil:1',
    '--load-extension=/tmp/x',
    '--renderer-cmd-prefix=/tmp/x',
    '--utility-cmd-prefix=/tmp/x',
    '--gpu-launcher=/tmp/x',
    '--browser-subprocess-path=/tmp/x',
    '--disable-features=NetworkServiceSandbox',
    '--require=/tmp/x.js',
    '-r',
  ])('refuses %s by its name, wherever it stands', (arg) => {
    for (const args of [[arg], ['--user-data-dir=/tmp/a', 'x', arg]]) {
      expect(refusal(args)).toContain(`--${arg.replace(/^-+/, '').split('=')[0]}`);
      expect(refusal(args)).toMatch(/^Latchkey does not start .*\. Start it without that switch\.$/);
    }
  });

  it('knows a slash and capitals on Windows', () => {
    for (const arg of ['/remote-debugging-port=9222', '--Remote-Debugging-Port=9222', '/INSPECT'])
      expect(refusal([arg], {}, 'win32')).not.toBeNull();
    expect(refusal(['/home/ada/notes'])).toBeNull();
  });

  it('lets in on Windows what it adds when somebody clicks a notification of a console that has ended', () => {
    expect(refusal(['-Embedding'], {}, 'win32')).toBeNull();
    expect(refusal(['-Embedding'])).toContain('--Embedding');
  });

  it.each([
    'WaylandWindowDecorations',
    'WaylandWindowDecorations,WaylandFractionalScaleV1',
    'UseOzonePlatform,WaylandX',
  ])('lets in --enable-features=%s, which a distribution’s starter adds', (features) => {
    expect(refusal([`--ozone-platform-hint=auto`, `--enable-features=${features}`])).toBeNull();
    expect(refusal([`--enable-features=${features}`, 'diagnose', '--json', 'x'])).toBeNull();
  });

  it('lets in the switch that repairs blurred text under Wayland', () => {
    expect(refusal(['--disable-features=WaylandFractionalScaleV1'])).toBeNull();
  });

  it.each([
    '--enable-features',
    '--enable-features=',
    '--enable-features=NetworkServiceInProcess',
    '--enable-features=WaylandWindowDecorations,NetworkServiceInProcess',
    '--enable-features=WaylandWindowDecorations, NetworkServiceInProcess',
    '--enable-features=WaylandWindowDecorations,',
    '--enable-features=WaylandX<Trial.Group:param/value',
    '--enable-features=WaylandX:param/value',
    '--enable-features=XWayland',
    '--enable-features=waylandWindowDecorations=1',
    '--disable-features=WaylandFractionalScaleV1,NetworkServiceSandbox',
    '--disable-features=WaylandWindowDecorations',
    '--disable-features=',
    '--updated',
    '--updated=now',
  ])('refuses %s', (arg) => {
    expect(refusal([arg])).toContain(`--${arg.slice(2).split('=')[0]}`);
  });

  it('lets in on Windows what the installer adds when it starts an updated app', () => {
    expect(refusal(['--updated'], {}, 'win32')).toBeNull();
    expect(refusal(['--updated', '--force-run'], {}, 'win32')).toContain('--force-run');
    expect(refusal(['--ENABLE-FEATURES=NetworkServiceInProcess'], {}, 'win32')).not.toBeNull();
  });

  it('allows the options of latchkey diagnose behind that word, and no others', () => {
    expect(refusal(['diagnose', '-', '--json'])).toBeNull();
    expect(refusal(['diagnose', '--help'])).toBeNull();
    expect(refusal(['--json', 'diagnose', '-'])).toContain('--json');
    expect(refusal(['diagnose', '-', '--inspect'])).toContain('--inspect');
    expect(refusal(['--no-sandbox', 'diagnose', '--json', 'x'])).toBeNull();
    expect(refusal(['--inspect', 'diagnose', 'x'])).toContain('--inspect');
    expect(refusal(['some-file', 'diagnose', '--json'])).toContain('--json');
  });

  it.each(['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'SSLKEYLOGFILE'])('refuses while %s is set', (variable) => {
    expect(refusal([], { [variable]: '--inspect' })).toContain(` ${variable} `);
    expect(refusal([], { [variable]: '' })).toBeNull();
  });

  it('starts with nothing, with switches of display, language, keyring and folder, and with what macOS adds', () => {
    expect(refusal(['--background'])).toBeNull();
    for (const args of [
      [],
      [
        '--user-data-dir=/tmp/a',
        '--password-store=gnome-libsecret',
        '--ozone-platform=wayland',
        '--lang=de',
        '--disable-gpu',
      ],
      ['--no-sandbox'],
      ['--', '--inspect'],
      ['-'],
      ['some-file'],
    ])
      expect(refusal(args, { PATH: '/usr/bin' }), args.join(' ')).toBeNull();
    expect(refusal(['-psn_0_12345', '-AppleLanguages', '(de)'], {}, 'darwin')).toBeNull();
    expect(refusal(['-psn_0_12345'])).not.toBeNull();
  });
});

describe('sandboxRefusal', () => {
  it('refuses a start without Chromium’s sandbox, and says what to do', () => {
    expect(sandboxRefusal(false, {})).toMatch(/Install the \.deb or \.rpm package.*LATCHKEY_SANDBOX=off/);
    expect(sandboxRefusal(false, { LATCHKEY_SANDBOX: 'on' })).not.toBeNull();
  });

  it('starts with the sandbox, and without it where the person chose that', () => {
    expect(sandboxRefusal(true, {})).toBeNull();
    expect(sandboxRefusal(false, { LATCHKEY_SANDBOX: 'off' })).toBeNull();
  });
});
