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
      {
        claim: 'No client certificate of the machine is sent.',
        file: 'src/main/shell/harden.ts',
        text: 'event.preventDefault();\n    choose();',
        without: '',
        test: 'test/unit/main/shell/harden.test.ts',
        title: 'sends no client certificate',
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
