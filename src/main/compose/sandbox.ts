/** Starts the embedded sandbox: its clock, certificate and server, and the only network that trusts the certificate. */

import { join } from 'node:path';
import { SECOND_MS } from '../../shared/time/units.ts';
import { type Certificate, isOwnIssuer, makeCertificate, readCertificate } from '../platform/certificate.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock, Document, Fetch, Log } from '../platform/ports.ts';
import { AdjustableClock } from '../sandbox/adjustable-clock.ts';
import type { SandboxMemory } from '../sandbox/memory.ts';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { type Served, serveSandbox } from '../sandbox/serve.ts';
import { openForSandbox, sealForSandbox } from '../vault/sandbox-seal.ts';

/** The sandbox's certificate and port, kept across starts. The private key needs no key store, because it protects nothing else. */
interface StoredEndpoint {
  readonly cert: string;
  readonly sealedKey: string;
  readonly port: number | null;
}

export interface RunningSandbox {
  readonly sandbox: Sandbox;
  readonly clock: AdjustableClock;
  /** The server's origin; `null` when the server could not start. */
  readonly origin: string | null;
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** Starts the sandbox. A server that cannot start is only logged, because the console works without it. */
export async function startSandbox(kit: PlatformKit): Promise<RunningSandbox> {
  const clock = new AdjustableClock(kit.clock);
  const sandbox = await createSandbox({
    clock,
    random: kit.random,
    document: kit.document<SandboxMemory>('sandbox'),
    log: kit.log,
    picturesFolder: join(kit.paths.resources, 'sandbox', 'pictures'),
  });
  const stored = kit.document<StoredEndpoint>('sandbox-doorway');
  let served: Served | null = null;
  let storeNow = async () => {};
  let fetch: Fetch = () => Promise.reject(new TypeError('the sandbox is not running'));
  try {
    const { certificate, port: storedPort } = await certificateOf(stored, kit.clock, kit.log);
    served = await serveSandbox(sandbox, { certificate, ...(storedPort === null ? {} : { port: storedPort }) });
    fetch = kit.sandboxFetch(certificate.cert, served.origin);
    const port = Number(new URL(served.origin).port);
    const store = () => storeEndpoint(stored, certificate, port, kit);
    // Later, because writing blocks this thread until the disk is done.
    const stopTimer = kit.clock.after(3 * SECOND_MS, () => void store());
    storeNow = () => {
      stopTimer();
      return store();
    };
  } catch (error) {
    kit.log.error('the sandbox could not be served', { error: String(error) });
  }
  return {
    sandbox,
    clock,
    origin: served?.origin ?? null,
    fetch,
    async close() {
      await storeNow();
      await served?.close();
      await sandbox.close();
    },
  };
}

/**
 * Returns the stored certificate. Makes a new one when none is stored, when it expires within a day, when its key cannot be read, or when BoringSSL
 * rejects it.
 */
async function certificateOf(
  stored: Document<StoredEndpoint>,
  clock: Clock,
  log: Log,
): Promise<{ certificate: Certificate; port: number | null }> {
  const known = stored.read();
  const key = known && openForSandbox(known.sealedKey);
  if (known && key) {
    try {
      const certificate = { key, cert: known.cert, ...readCertificate(known.cert) };
      if (certificate.expiresAt > clock.now() + 86_400_000 && isOwnIssuer(known.cert))
        return { certificate, port: known.port };
    } catch (error) {
      log.warn('the certificate of the sandbox cannot be read and is replaced', { error: String(error) });
    }
  }
  return { certificate: await makeCertificate({ now: clock.now() }), port: known?.port ?? null };
}

async function storeEndpoint(
  stored: Document<StoredEndpoint>,
  certificate: Certificate,
  port: number,
  { log }: PlatformKit,
): Promise<void> {
  const known = stored.read();
  if (known?.cert === certificate.cert && known.port === port) return;
  try {
    await stored.write({ cert: certificate.cert, sealedKey: sealForSandbox(certificate.key), port });
  } catch (error) {
    log.warn('the certificate of the sandbox could not be stored', { error: String(error) });
  }
}
