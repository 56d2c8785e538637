/** Runs Debian's redis-server on loopback with TLS and one ACL user, in a folder of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { makeCertificate } from '../../src/main/platform/certificate.ts';
import type { EngineAddress } from '../../src/main/team/engine.ts';
import { freePorts } from './free-ports.ts';
import { makeTempFolder, removeTempFolder } from './temp-folder.ts';

const PROGRAM = process.env.TEAM_ENGINE ?? '/usr/bin/redis-server';

/** Whether this machine has the server; suites without it are skipped by name. */
export const hasEngineServer = spawnSync(PROGRAM, ['--version']).status === 0;

export interface EngineServer {
  readonly address: EngineAddress;
  /** Kills the server as a power cut does. What it wrote to its file stays. */
  kill(): Promise<void>;
  /** Starts a killed server again. */
  restart(): Promise<void>;
  stop(): void;
}

interface RunningEngine {
  /** Resolves when the server accepts connections. */
  readonly accepts: Promise<void>;
  kill(): Promise<void>;
}

/** Starts the server with settings of the caller. */
export function spawnEngine(args: readonly string[], port: number): RunningEngine {
  const child = spawn(PROGRAM, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    accepts: accepts(port, () => child.exitCode !== null || child.signalCode !== null),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts the server, which writes its changes to a file once a second; resolves when it accepts connections. */
export async function startEngineServer(): Promise<EngineServer> {
  const folder = makeTempFolder();
  const [port = 0] = await freePorts(1);
  const { key, cert } = await makeCertificate({ now: Date.now() });
  const file = (name: string) => join(folder, name);
  writeFileSync(file('cert.pem'), cert);
  writeFileSync(file('key.pem'), key, { mode: 0o600 });
  const lines = [
    'port 0',
    `tls-port ${port}`,
    'bind 127.0.0.1',
    `tls-cert-file ${file('cert.pem')}`,
    `tls-key-file ${file('key.pem')}`,
    'tls-auth-clients no',
    'save ""',
    'appendonly yes',
    `dir ${folder}`,
    'user default off',
    'user member on >of-test ~lk1:* &lk1:* -@all +ping +hello +eval +evalsha +script|flush +time +@read +@write',
    'user observer on >of-test -@all +ping +info',
    'user peer on >of-test ~* &* +@all',
  ];
  writeFileSync(file('engine.conf'), lines.join('\n'));
  let running: RunningEngine;
  const start = () => {
    running = spawnEngine([file('engine.conf')], port);
    return running.accepts;
  };
  const stop = () => {
    void running.kill();
    removeTempFolder(folder);
  };
  try {
    await start();
  } catch (error) {
    stop();
    throw error;
  }
  return {
    address: { host: '127.0.0.1', port, user: 'member', password: 'of-test', ca: cert },
    kill: () => running.kill(),
    restart: start,
    stop,
  };
}

/** Resolves when the port accepts a connection. */
function accepts(port: number, hasEnded: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const attempt = () => {
      if (hasEnded()) return reject(new Error('The server ended at its start.'));
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', () => setImmediate(attempt));
    };
    attempt();
  });
}
