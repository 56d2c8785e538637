/** Programs that hand requests on with a token of their own and nothing else, to compare with the gateway: nginx and mitmproxy, as Debian has them. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../support/free-ports.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';
import { findNginx, waitForPort } from './nginx.ts';

export interface PassThrough {
  readonly name: string;
  /** `http://127.0.0.1:port`; `null` when the program is not installed. */
  readonly origin: string | null;
}

export interface PassThroughs {
  readonly all: readonly PassThrough[];
  stop(): Promise<void>;
}

interface Target {
  readonly folder: string;
  readonly port: number;
  /** `https://127.0.0.1:port`. */
  readonly origin: string;
  readonly authorization: string;
}

const nginxConfiguration = ({ port, origin, authorization }: Target): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${of};`).join(' ')}
  keepalive_requests 100000;
  upstream service { server ${new URL(origin).host}; keepalive 8; keepalive_requests 100000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass https://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Authorization "${authorization}";
    }
  }
}
`;

const MITMPROXY = 'mitmdump';

/** The commands by name; `null` where the program is not installed. */
const COMMANDS: Readonly<Record<string, (target: Target) => readonly string[] | null>> = {
  nginx: (target) => {
    const program = findNginx();
    const file = join(target.folder, 'nginx.conf');
    if (program === null) return null;
    writeFileSync(file, nginxConfiguration(target));
    return [program, '-p', target.folder, '-c', file, '-e', join(target.folder, 'error.log')];
  },
  mitmproxy: ({ folder, port, origin, authorization }) => {
    if (spawnSync(MITMPROXY, ['--version']).status !== 0) return null;
    const header = `/~q/Authorization/${authorization}`;
    const listen = ['--mode', `reverse:${origin}`, '--listen-host', '127.0.0.1', '--listen-port', String(port)];
    return [
      MITMPROXY,
      '--quiet',
      '--ssl-insecure',
      '--set',
      `confdir=${folder}`,
      ...listen,
      '--modify-headers',
      header,
    ];
  },
};

/** Starts each program that is installed, before the service of an address, and waits until it listens. */
export async function startPassThroughs(origin: string, authorization: string): Promise<PassThroughs> {
  const ends: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends) await end();
  };
  const all: PassThrough[] = [];
  try {
    for (const [name, commandOf] of Object.entries(COMMANDS)) {
      const [port = 0] = await freePorts(1);
      const folder = makeTempFolder();
      ends.push(async () => removeTempFolder(folder));
      const [program = '', ...args] = commandOf({ folder, port, origin, authorization }) ?? [];
      if (program !== '') {
        const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
        const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        ends.unshift(async () => {
          child.kill();
          await ended;
        });
        await waitForPort(port, child);
      }
      all.push({ name, origin: program === '' ? null : `http://127.0.0.1:${port}` });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { all, stop };
}
