/** Runs a real nginx on loopback in a folder of its own. It uses no configuration of the machine and ends with the bench. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Certificate } from '../../../src/main/platform/certificate.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';

/** Debian installs nginx in a folder that is only on root's path. */
const PROGRAMS = ['nginx', '/usr/sbin/nginx'];

/** The path of this machine's nginx, or `null`. */
export const findNginx = (): string | null =>
  PROGRAMS.find((program) => spawnSync(program, ['-v']).status === 0) ?? null;

/** nginx ends within this time of SIGTERM; until then it may write to its folder. */
const EXIT_MS = 300;

/** Blocks the thread, because no timer rings in an exit handler. */
const pauseMs = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One line of the access log. `at`: epoch seconds. */
export interface Access {
  readonly at: number;
  readonly port: number;
  readonly status: number;
}

export interface Nginx {
  /** Ends nginx at once. */
  stop(): void;
  /** Ends nginx gracefully and reads its access log. */
  finish(): Promise<readonly Access[]>;
}

export interface NginxOptions {
  readonly program: string;
  readonly certificate: Certificate;
  /** Each port has a count of its own. `upstream`: the server that answers; nginx itself when null. */
  readonly ports: readonly { readonly port: number; readonly upstream: string | null }[];
}

/** Starts nginx; resolves when every port accepts connections. */
export async function startNginx({ program, certificate, ports }: NginxOptions): Promise<Nginx> {
  const folder = makeTempFolder();
  const file = (name: string) => join(folder, name);
  mkdirSync(file('html'));
  writeFileSync(file('html/answer.json'), JSON.stringify({ results: [] }));
  writeFileSync(file('cert.pem'), certificate.cert);
  writeFileSync(file('key.pem'), certificate.key, { mode: 0o600 });
  writeFileSync(file('nginx.conf'), configuration(ports));
  const child = spawn(program, ['-p', folder, '-c', file('nginx.conf'), '-e', file('error.log')], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => {
    if (child.exitCode === null && child.kill('SIGTERM')) pauseMs(EXIT_MS);
    removeTempFolder(folder);
  };
  try {
    for (const { port } of ports) await waitForPort(port, child);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    stop,
    async finish() {
      child.kill('SIGQUIT');
      await ended;
      const lines = readFileSync(file('access.log'), 'utf8').trim().split('\n');
      removeTempFolder(folder);
      return lines.map((line) => {
        const [at, port, status] = line.split(' ').map(Number);
        return { at: at ?? 0, port: port ?? 0, status: status ?? 0 };
      });
    },
  };
}

/**
 * limit_req is a leaky bucket, counted in milliseconds: `burst=4 nodelay` accepts five at once after an idle time and one more every
 * 218 ms. A client within that keeps to 5 a second, 275 a minute, and capacity comes back gradually (service.md §4.2).
 */
const configuration = (ports: NginxOptions['ports']): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 256; }
http {
  log_format of_bench '$msec $server_port $status';
  access_log access.log of_bench;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${of};`).join(' ')}
  ssl_certificate cert.pem;
  ssl_certificate_key key.pem;
  keepalive_requests 100000;
  limit_req_zone $server_port zone=booking:1m rate=275r/m;
  limit_req zone=booking burst=4 nodelay;
  limit_req_status 429;
  limit_req_log_level info;
  ${ports.map(serverOn).join('\n  ')}
}
`;

const serverOn = ({ port, upstream }: NginxOptions['ports'][number]): string => {
  const answer = upstream === null ? 'root html; try_files /answer.json =404;' : `proxy_pass ${upstream};`;
  return `server { listen 127.0.0.1:${port} ssl; location / { ${answer} } }`;
};

/** Waits until a program listens on a port of loopback. */
export async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode} before it was ready`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${child.spawnfile} does not listen on ${port}`);
}
