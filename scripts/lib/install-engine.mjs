/** Installs Debian's redis-server for the tests of a team, which are skipped without it. */
import { existsSync } from 'node:fs';
import { install, mayInstall, update } from './debian.mjs';
import { say } from './project.mjs';

const ENGINE = '/usr/bin/redis-server';
/** Ends an installation that waits for the network. */
const TIMEOUT_MS = 60_000;

export async function ensureEngine() {
  if (existsSync(ENGINE) || !mayInstall()) return;
  say("Installing Debian's redis-server (apt-get) …");
  const { code } = await install(['redis-server'], { timeoutMs: TIMEOUT_MS });
  if (code === 0) return;
  await update();
  await install(['redis-server'], { timeoutMs: TIMEOUT_MS });
}
