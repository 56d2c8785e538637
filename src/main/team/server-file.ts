/** The file that starts a team's server for `docker compose up`: Valkey with TLS, an ACL, an append-only file and no eviction. */
import { createHash } from 'node:crypto';

/** Allows only the commands that the scripts need. A member cannot list keys or reach those of another team. */
const MEMBER_COMMANDS =
  '-@all +@read +@write -@dangerous -scan -randomkey -dbsize +hello +ping +eval +evalsha +time +info';
/** Further commands of the user that invites. It may give itself any right, so it counts as the server's owner. */
const OWNER_COMMANDS = '+acl|setuser +acl|deluser +acl|users +acl|save';

export interface ServerUser {
  readonly user: string;
  readonly password: string;
}

/** Returns the ACL rules for the keys, channels and commands that a member may use on the server. */
export const memberRights = (team: string): string[] => [
  `~lk1:{${team}*`,
  `&lk1:{${team}*`,
  ...MEMBER_COMMANDS.split(' '),
];

/** Returns the rules of a member's ACL user for `ACL SETUSER`. They contain a hash of the password instead of the password. */
export const memberRules = (team: string, password: string): string[] => [
  ...['reset', 'on', `#${createHash('sha256').update(password).digest('hex')}`],
  ...memberRights(team),
];

/** The lines of the server's ACL file. */
const serverUsers = (team: string, { user, password }: ServerUser): string[] => [
  'user default off',
  // An ACL file knows no `reset`; a user in it begins without rights.
  `user ${user} ${memberRules(team, password).slice(1).join(' ')} ${OWNER_COMMANDS}`,
];

/** The lines of the server's settings. `folder`: the folder of its data and of the other files. */
const serverSettings = (port: number, folder: string): string[] => [
  'port 0',
  `tls-port ${port}`,
  `tls-cert-file ${folder}/server.crt`,
  `tls-key-file ${folder}/server.key`,
  'tls-auth-clients no',
  `aclfile ${folder}/users.acl`,
  `dir ${folder}`,
  'save ""',
  'appendonly yes',
  'appendfsync everysec',
  'maxmemory 256mb',
  'maxmemory-policy noeviction',
];

interface ServerFileParts {
  readonly team: string;
  readonly port: number;
  readonly owner: ServerUser;
  readonly cert: string;
  readonly key: string;
}

const block = (lines: readonly string[]): string => lines.map((line) => `      ${line}\n`).join('');
const pem = (text: string): string[] => text.trim().split(/\r?\n/);

/** Writes the file for Docker Compose 2.23 or Podman. At its first start, the server copies the users into its data, where the app adds colleagues. */
export const serverFile = ({
  team,
  port,
  owner,
  cert,
  key,
}: ServerFileParts): string => `# The server of a Latchkey team. Start it with: docker compose -f latchkey-team.yaml up -d
# This file has the server's private key and a hash of its owner's password: keep it where only you can read it.
services:
  valkey:
    image: valkey/valkey:8
    restart: unless-stopped
    ports: ["${port}:${port}"]
    volumes: ["data:/data"]
    configs: [settings, users, certificate, key]
    command:
      - sh
      - -c
      - >-
        cp /certificate /data/server.crt && cp /key /data/server.key && { test -f /data/users.acl || cp /users /data/users.acl; }
        && chmod 600 /data/server.key /data/users.acl && exec docker-entrypoint.sh valkey-server /settings
volumes:
  data: {}
configs:
  settings:
    content: |
${block(serverSettings(port, '/data'))}  users:
    content: |
${block(serverUsers(team, owner))}  certificate:
    content: |
${block(pem(cert))}  key:
    content: |
${block(pem(key))}`;
