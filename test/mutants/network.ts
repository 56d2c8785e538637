import type { Threat } from './defence.ts';

const API = { file: 'src/main/platform/api-network.ts', test: 'test/unit/main/platform/api-network.test.ts' };
const SANDBOX = {
  file: 'src/main/platform/node-https.ts',
  test: 'test/unit/main/platform/sandbox-network.test.ts',
};
const PICTURES = {
  file: 'src/main/platform/public-network.ts',
  test: 'test/unit/main/platform/public-network.test.ts',
};
const COMPANY = 'test/integration/company-network.test.ts';
const SESSION = 'src/main/platform/electron/network-session.ts';
const WAY = 'src/main/platform/network-way.ts';
const CERTIFICATES = 'test/unit/main/certificates.test.ts';

export const NETWORK: readonly Threat[] = [
  {
    name: 'Somebody listens on the network or answers in the service’s place',
    story: 'An open wireless network, a proxy with a certificate of its own, a changed name.',
    defences: [
      {
        ...API,
        claim: 'Only https is sent, whatever an address says.',
        text: `if (url.protocol !== 'https:') throw new TypeError('only https addresses are allowed');`,
        without: '',
        title: 'does not ask ',
      },
      {
        ...API,
        claim: 'A redirect is an error: no token follows it.',
        text: `redirect: 'error',`,
        without: `redirect: 'follow',`,
        title: 'sends without cookies, referrer, cache or redirects',
      },
      {
        ...API,
        claim: 'No cookie is kept or sent.',
        text: `credentials: 'omit',`,
        without: `credentials: 'include',`,
        title: 'sends without cookies, referrer, cache or redirects',
      },
      {
        claim: 'A certificate error is never overridden.',
        file: 'src/main/shell/harden.ts',
        text: 'hardenSession(windowSession());',
        without: `hardenSession(windowSession());
  session.defaultSession.setCertificateVerifyProc((_request, verify) => verify(0));`,
        test: CERTIFICATES,
        title: 'is overridden nowhere',
      },
      {
        claim: 'Who watches the certificates decides about none.',
        file: SESSION,
        text: 'decide(CHROMIUM_DECIDES);',
        without: 'decide(0);',
        test: 'test/unit/main/platform/electron/network-session.test.ts',
        title: 'lets Chromium decide about each certificate, and remembers who issued it',
      },
      {
        claim: 'A write that the service answered with 407 is not sent again with the proxy’s password.',
        file: SESSION,
        text: 'return new Response(await response.arrayBuffer(), response);',
        without: "throw new Error('net::ERR_PROXY_AUTH_REQUESTED');",
        test: COMPANY,
        title: 'is not what a service is that answers 407 itself: a write is not sent again',
      },
      {
        claim: 'The password for a proxy goes to that proxy alone.',
        file: WAY,
        text: ' && this.#login?.proxy === proxy',
        without: '',
        test: COMPANY,
        title: 'gives its password to no other proxy',
      },
      {
        claim: 'It goes to no server, whatever that asks.',
        file: WAY,
        text: 'if (!isProxy) return null;',
        without: 'void isProxy;',
        test: 'test/unit/main/app/company-network.test.ts',
        title: 'answers no server and no other way than Basic',
      },
      {
        claim: 'A proxy that refuses it is asked with it once, so that no account is locked.',
        file: WAY,
        text: 'if (isKnown && !this.#isRefused) {',
        without: 'if (isKnown && answered === null) {',
        test: COMPANY,
        title: 'that refuses the password is asked with it once, by however many requests, and says so',
      },
      {
        claim: 'On the disk it is sealed with the key of personal data.',
        file: 'src/main/app/company-network.ts',
        text: "await document.write(Buffer.from(sealed).toString('base64'));",
        without: 'void sealed;\n      await document.write(JSON.stringify(this.#login));',
        test: 'test/unit/main/app/company-network.test.ts',
        title: 'keeps a password for the proxy that asks for it, sealed, across a restart, and forgets it',
      },
      {
        claim: 'A host gets the certificate of this computer that the person chose for it, and no page gets one.',
        file: 'src/main/shell/harden.ts',
        text: 'if (contents !== null) return choose();',
        without: '',
        test: 'test/unit/main/shell/harden.test.ts',
        title: 'sends the client certificate that the person chooses for a host, and a page none',
      },
      {
        claim: 'Without a choice it gets none.',
        file: 'src/main/shell/client-certificates.ts',
        text: 'certificates.find((one) => one.fingerprint === fingerprint) ?? null',
        without: 'certificates.find((one) => one.fingerprint === fingerprint) ?? certificates[0] ?? null',
        test: 'test/unit/main/shell/client-certificates.test.ts',
        title: 'asks once for a host, names each certificate, and gives the chosen one to that host alone',
      },
      {
        claim: 'What a network answers in the service’s place sets no clock.',
        file: 'src/main/http/recorder.ts',
        text: 'if (networkStatus(response.status) !== null) return { response, body: null };',
        without: '',
        test: COMPANY,
        title: 'is no word of the service: neither its date nor its limits count',
      },
      {
        claim: 'No listener accepts a certificate that the system refuses.',
        file: 'src/main/shell/life.ts',
        text: `app.on('activate', () => windows.show());`,
        without: `app.on('activate', () => windows.show());
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, accept) => (event.preventDefault(), accept(true)));`,
        test: CERTIFICATES,
        title: 'is overridden nowhere',
      },
      {
        ...PICTURES,
        claim: 'Pictures are fetched from hosts with a valid certificate only, whatever the environment says.',
        text: 'rejectUnauthorized: true, lookup',
        without: 'rejectUnauthorized: false, lookup',
        title: 'trusts the authorities of Node and of the system, and no environment variable turns that off',
      },
      {
        ...SANDBOX,
        claim: 'The sandbox’s network trusts one certificate, compared byte for byte, not what that certificate signs.',
        text: 'peer.raw.equals(pinned) ? undefined : notTheSandbox()',
        without: 'peer.raw.equals(peer.raw) ? undefined : notTheSandbox()',
        title: 'does not trust what its certificate signed',
      },
      {
        ...SANDBOX,
        claim: 'It compares the certificate whatever the environment says.',
        text: 'rejectUnauthorized: true,',
        without: '',
        title: 'compares the certificate whatever the environment says',
      },
      {
        ...SANDBOX,
        claim: 'The sandbox’s network reaches the sandbox only.',
        text: `if (new URL(request.url).origin !== origin) throw new TypeError('this network reaches the sandbox only');`,
        without: '',
        title: 'reaches no other origin that has its certificate',
      },
    ],
  },
  {
    name: 'A picture’s host learns or reaches more than a picture',
    story: 'A record names the address; its author runs the host, or means a host of your own network.',
    defences: [
      {
        ...PICTURES,
        claim: 'Addresses of this machine and of local networks are refused, as literals.',
        text: 'if (isIP(host) !== 0 && !isAllowed(host)) throw notAllowed(host);',
        without: '',
        title: 'without connecting',
      },
      {
        ...PICTURES,
        claim: 'Names are refused by the addresses that they resolve to, in the lookup that connects.',
        text: 'else if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))',
        without: 'else if (first === undefined)',
        title: 'refuses a name by the addresses that it resolves to',
      },
      {
        claim: 'A picture’s request carries no referrer, wherever it is sent.',
        file: 'src/main/desk/pictures/picture-cache.ts',
        text: `referrerPolicy: 'no-referrer',`,
        without: '',
        test: 'test/unit/main/desk/pictures/picture-cache.test.ts',
        title: 'sends no credential and no cookie with a picture',
      },
      {
        claim: 'Only raster pictures are drawn, known by their content: no SVG from outside.',
        file: 'src/main/desk/pictures/picture-cache.ts',
        text: 'drawsSvg && isSvg(response) ? SVG : rasterType(data)',
        without: 'isSvg(response) ? SVG : rasterType(data)',
        test: 'test/unit/main/desk/pictures/picture-cache.test.ts',
        title: 'knows a picture by its content: the header of a picture from outside counts for nothing',
      },
      {
        claim: 'A picture that decodes to too many pixels is refused.',
        file: 'src/main/desk/pictures/raster-picture.ts',
        text: 'return pixels <= MAX_PIXELS && pixels * Math.max(1, passes) <= 10 * MAX_PIXELS;',
        without: 'return true;',
        test: 'test/unit/main/desk/pictures/raster-picture.test.ts',
        title: 'is refused when it decodes to too many pixels, whatever its bytes',
      },
      {
        claim: 'A picture of more than 20,000 pixels a side is refused.',
        file: 'src/main/desk/pictures/raster-picture.ts',
        text: 'width > MAX_SIDE || height > MAX_SIDE',
        without: 'false',
        test: 'test/unit/main/desk/pictures/raster-picture.test.ts',
        title: 'is refused when a side is too long, however few its pixels',
      },
      {
        claim: 'A picture’s download ends in time, whatever its host does.',
        file: 'src/main/desk/pictures/picture-cache.ts',
        text: 'return Promise.race([download, late]).finally(() => clearTimeout(waiting));',
        without: 'return download;',
        test: 'test/unit/main/desk/pictures/picture-cache.test.ts',
        title: 'gives up a picture in time, although the network ',
      },
      {
        claim: 'A host is asked for two pictures at a time.',
        file: 'src/main/desk/pictures/picture-cache.ts',
        text: 'if (all >= MAX_AT_ONCE || this.#runningOf(host) >= MAX_AT_ONCE_PER_HOST) return true;',
        without: 'if (all >= MAX_AT_ONCE) return true;',
        test: 'test/unit/main/desk/pictures/picture-cache.test.ts',
        title: 'asks a host for two pictures at a time, and another host meanwhile',
      },
      {
        claim: 'A picture of more than 10 MB is refused.',
        file: 'src/main/desk/pictures/picture-cache.ts',
        text: 'const data = await readUpTo(response, MAX_BYTES, onHeard);',
        without: 'const data = new Uint8Array(await response.arrayBuffer());',
        test: 'test/unit/main/desk/pictures/picture-cache.test.ts',
        title: 'returns null for a picture that is unknown, refused, not an image, too large or unreachable',
      },
    ],
  },
];
