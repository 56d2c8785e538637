import type { Threat } from './defence.ts';

const BUNDLE = { file: 'src/main/shell/bundle.ts', test: 'test/unit/main/shell/bundle.test.ts' };
const HARDEN = { file: 'src/main/shell/harden.ts', test: 'test/unit/main/shell/harden.test.ts' };
const MESSAGES = { file: 'src/main/ipc/register.ts', test: 'test/contract/calls.test.ts' };
const SENDER = { file: 'src/main/ipc/sender.ts', test: 'test/contract/calls.test.ts' };
const BAD_SENDER = 'rejects every sender but the main frame of the window on its own page';
const HOSTS = { test: 'test/integration/where-secrets-go.test.ts' };

/** A script in the window: from a listing's text, a picture, a package. */
export const PAGE: readonly Threat[] = [
  {
    name: 'A script runs in the window',
    story: 'A text or picture of the service brings a script, or a bundled package is hostile.',
    defences: [
      {
        ...BUNDLE,
        claim: 'Only scripts of the built page run: none inline, none evaluated, none from elsewhere.',
        text: `"script-src 'self'",`,
        without: `"script-src 'self' 'unsafe-inline' 'unsafe-eval'",`,
        title: 'carries a policy without inline scripts, eval or network',
      },
      {
        ...BUNDLE,
        claim: 'A picture that is opened by itself runs no script.',
        text: `const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";`,
        without: `const PICTURE_POLICY = "style-src 'unsafe-inline'";`,
        title: 'are served with their type and their own policy',
      },
      {
        ...BUNDLE,
        claim: 'The page’s scheme serves files of the built page only.',
        text: `if (segment.startsWith('.') || /[/\\\\:\\0]/.test(segment)) return null;`,
        without: '',
        title: 'never leaves the folder',
      },
    ],
  },
  {
    name: 'A script in the window sends data out',
    story: 'It runs all the same, and what it sees is to reach its author.',
    defences: [
      {
        ...BUNDLE,
        claim: 'The page has no network by policy.',
        text: `"connect-src 'none'",`,
        without: `"connect-src https:",`,
        title: 'carries a policy without inline scripts, eval or network',
      },
      {
        ...HARDEN,
        claim: 'The window’s session cancels every request to a network.',
        text: '(_details, decide) => decide({ cancel: true })',
        without: '(_details, decide) => decide({})',
        title: 'blocks the page’s network',
      },
      {
        ...HARDEN,
        claim: 'The page cannot be led to another address.',
        text: `contents.on('will-navigate', deny);`,
        without: '',
        title: 'denies ',
      },
      {
        ...HARDEN,
        claim: 'The page cannot be redirected.',
        text: `contents.on('will-redirect', deny);`,
        without: '',
        title: 'denies ',
      },
      {
        ...HARDEN,
        claim: 'No frame of the page can be led to another address.',
        text: `contents.on('will-frame-navigate', deny);`,
        without: '',
        title: 'denies ',
      },
      {
        ...HARDEN,
        claim: 'The page embeds no other page.',
        text: `contents.on('will-attach-webview', (event) => event.preventDefault());`,
        without: '',
        title: 'denies ',
      },
      {
        ...HARDEN,
        claim: 'The page opens no window.',
        text: `return { action: 'deny' };`,
        without: `return { action: 'allow' };`,
        title: 'opens no window, and opens https links in the browser when the person confirms',
      },
      {
        claim: 'A link opens in the browser only after a native dialog has shown its host.',
        file: 'src/main/shell/links.ts',
        text: 'if (await ask(linkQuestion(url))) await open(url.href);',
        without: 'await open(url.href);',
        test: 'test/unit/main/shell/links.test.ts',
        title: 'asks with the host and the address, and opens only what the person confirms',
      },
      {
        claim: 'Only plain https addresses open.',
        file: 'src/main/shell/links.ts',
        text: `const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';`,
        without: 'const isPlain = url !== null;',
        test: 'test/unit/main/shell/links.test.ts',
        title: 'does not open ',
      },
      {
        ...HARDEN,
        claim: 'The page has no permission: no clipboard, camera, location, notification.',
        text: '(_contents, _permission, decide) => decide(false)',
        without: '(_contents, _permission, decide) => decide(true)',
        title: 'is denied every permission, request and check alike',
      },
      {
        ...HARDEN,
        claim: 'Checks of permissions, which need no request, are answered with no.',
        text: 'target.setPermissionCheckHandler(() => false);',
        without: 'target.setPermissionCheckHandler(() => true);',
        title: 'is denied every permission, request and check alike',
      },
      {
        ...HARDEN,
        claim: 'The page reaches no device.',
        text: 'target.setDevicePermissionHandler(() => false);',
        without: 'target.setDevicePermissionHandler(() => true);',
        title: 'is denied every permission, request and check alike',
      },
      {
        ...HARDEN,
        claim: 'The page downloads nothing to the disk.',
        text: `target.on('will-download', (event) => event.preventDefault());`,
        without: `target.on('will-download', () => {});`,
        title: 'is denied every permission, request and check alike',
      },
      {
        ...HARDEN,
        claim: 'Sessions that are made later have no permissions either.',
        text: `app.on('session-created', hardenSession);`,
        without: `app.on('session-created', () => {});`,
        title: 'is denied every permission, request and check alike',
      },
    ],
  },
  {
    name: 'A script in the window takes secrets over the bridge',
    story: 'It may call every operation of the contract, as the page does.',
    defences: [
      {
        claim: 'No output or event has a field for a secret.',
        file: 'src/shared/model/token.ts',
        text: 'export const TokenStatus = z.strictObject({',
        without: 'export const TokenStatus = z.strictObject({ accessToken: z.string(),',
        test: 'test/contract/secrets.test.ts',
        title: 'has no key named like a secret',
      },
      {
        ...MESSAGES,
        claim: 'A field that the contract does not name leaves main with no answer and no event.',
        text: 'if (!output.success) return',
        without: 'if (false) return',
        title: 'lets no extra field out, and does not log it',
      },
      {
        claim: 'The bridge is frozen, and names neither channels nor calls.',
        file: 'src/preload/bridge.ts',
        text: 'return Object.freeze(bridge) as unknown as Bridge;',
        without: 'return bridge as unknown as Bridge;',
        test: 'test/contract/secrets.test.ts',
        title: 'has exactly the contract, frozen, and no way to name a channel',
      },
      {
        ...HOSTS,
        claim: 'Another host for a connection is confirmed outside the page, in a dialog that names both hosts.',
        file: 'src/main/vault/confirm-hosts.ts',
        text: 'if (moves.length > 0 && !(await ask(questionOf(name, moves)))) throw hostNotConfirmed(moves);',
        without: '',
        title: 'is refused outside the page: nothing changes, and the token goes on working',
      },
      {
        ...HOSTS,
        claim: 'Another host gets no secret and no token of the old one.',
        file: 'src/main/vault/edit-connection.ts',
        text: 'else if (moved.has(credential)) changed.set(id, factory.withoutSecret(credential));',
        without: '',
        title: 'is confirmed: token and secret are dropped, and nothing is sent until the secret is typed again',
      },
      {
        ...HOSTS,
        claim: 'What was confirmed is what is saved, although the connection changes while the dialog is open.',
        file: 'src/main/vault/edit-connection.ts',
        text: 'if (!areSameMoves(moves, confirmed)) throw hostNotConfirmed(moves);',
        without: '',
        title: 'is not what was confirmed when the connection changed meanwhile',
      },
    ],
  },
  {
    name: 'Another page or frame sends messages to main',
    story: 'A frame, a page in the window’s place, or a window that was opened past the console.',
    defences: [
      {
        ...MESSAGES,
        claim: 'The sender of every message is checked before anything of it is read.',
        text: `if (!isTrusted(event, channel, options)) throw new Error('rejected');`,
        without: '',
        title: BAD_SENDER,
      },
      {
        ...SENDER,
        claim: 'Only the console’s window is answered.',
        text: 'if (contents === null || sender.id !== contents.id) return false;',
        without: '',
        title: BAD_SENDER,
      },
      {
        ...SENDER,
        claim: 'Only its main frame is answered.',
        text: 'if (senderFrame === null || senderFrame.parent !== null) return false;',
        without: 'if (senderFrame === null) return false;',
        title: BAD_SENDER,
      },
      {
        ...SENDER,
        claim: 'Only the console’s own page is answered.',
        text: 'return protocol === page.protocol && host === page.host;',
        without: 'return true;',
        title: BAD_SENDER,
      },
      {
        ...MESSAGES,
        claim: 'Every input is parsed before an operation sees it.',
        text: 'const input = parse(declaration.input, args[0]);',
        without: 'const input = args[0];',
        title: 'rejects invalid input before the handler',
      },
      {
        ...MESSAGES,
        claim: 'A message can cancel calls of its own page only.',
        text: 'if (!isTrusted(event, CANCEL_CHANNEL, options)) return;',
        without: '',
        test: 'test/contract/cancel.test.ts',
        title: ' is ignored, and logged',
      },
    ],
  },
];
