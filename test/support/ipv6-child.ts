/** Asks servers of an IPv6 network without IPv4, in a network namespace of its own; prints what came of it as JSON. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { networkReason } from '../../src/main/http/network-reason.ts';
import { makeCertificate } from '../../src/main/platform/certificate.ts';
import { networkOver } from './loopback.ts';

const ADDRESS = 'fd00::1';
const { key, cert } = await makeCertificate({ now: Date.now() });
const server = createServer({ key, cert }, (_request, response) => void response.end('reached'));
await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve));
const { port } = server.address() as AddressInfo;
// The certificate is for other names; what is tried is the way.
const network = networkOver(new Agent({ connect: { ca: cert, checkServerIdentity: () => undefined } }));
const ask = (url: string): Promise<unknown> =>
  network(new Request(url)).then(
    (response) => response.text(),
    (error: unknown) => networkReason(error),
  );
const outcomes = [await ask(`https://[${ADDRESS}]:${port}/`), await ask('https://192.0.2.1/')];
process.stdout.write(JSON.stringify(outcomes));
server.closeAllConnections();
server.close();
