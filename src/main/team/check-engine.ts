/** Checks whether a server can be a team's engine, and names each problem. Reads the server's settings and one key that does not exist. */
import type { TeamCheck, TeamCheckId } from '../../shared/model/team.ts';
import type { Clock } from '../platform/ports.ts';
import { type Engine, type EngineAddress, scriptOf } from './engine.ts';
import { type ConnectDeps, connectFor } from './engine-connection.ts';
import { memberRights } from './server-file.ts';

const MAX_CLOCK_MS = 60_000;
const PROBE = scriptOf("return redis.call('EXISTS', KEYS[1])");

type Findings = TeamCheck['findings'];
type Finding = Findings[number];

export interface CheckedEngine {
  readonly findings: Findings;
  readonly isRight: boolean;
  /** Whether the address's user may make other users on the server, which inviting colleagues requires. */
  readonly invites: boolean;
}

/** Returns the failed check, and a sentence with the reason why a server does not answer. */
export function engineProblem(
  error: unknown,
  { host, port, user }: Pick<EngineAddress, 'host' | 'port' | 'user'>,
): { id: TeamCheckId; text: string } {
  const at = `${host}:${port}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const found = (id: TeamCheckId, text: string) => ({ id, text });
  if (/^WRONGPASS|^NOAUTH|invalid username-password/i.test(message))
    return found(
      'acl',
      `The server does not accept the user “${user}” with its password. If it was removed, ask for a new invitation.`,
    );
  if (/^NOPERM|has no permissions/i.test(message))
    return found('acl', `The user “${user}” lacks a right on the server: ${message.replace(/^NOPERM /, '')}.`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return found('network', `No computer is called “${host}”, or the network is down.`);
  if (code === 'ECONNREFUSED')
    return found('network', `Nothing listens at ${at}. Start the server, or check the port.`);
  if (code === 'CERT_HAS_EXPIRED') return found('tls', 'The server’s certificate has expired. Renew it.');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return found('tls', `The server’s certificate is not for “${host}”. Use a name that it has, or make another one.`);
  if (/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|SIGNATURE_FAILURE/.test(code))
    return found(
      'tls',
      'The server’s certificate is not the expected one. Enter the certificate of its authority, and suspect the network.',
    );
  if (code.startsWith('ERR_SSL') || code === 'EPROTO' || /SSL|TLS/.test(message))
    return found('tls', `What listens at ${at} does not speak TLS. Set “tls-port”, and “port 0”.`);
  if (code === 'ECONNRESET' || /socket closed/i.test(message))
    return found('tls', `${at} closes the connection before TLS begins. It may be another service, or speak no TLS.`);
  return found('network', `${at} does not answer (${code || message}).`);
}

/** Checks whether a server can be the engine of `team`, with the rights of the user in `address`. */
export async function checkEngine(
  deps: ConnectDeps & { readonly clock: Pick<Clock, 'now'> },
  address: EngineAddress,
  team: string,
): Promise<CheckedEngine> {
  const findings: Finding[] = [];
  let invites = false;
  try {
    await connectFor(deps, address, async (engine) => {
      findings.push(
        right('network', `${address.host}:${address.port} answers.`),
        right('tls', 'The connection is encrypted, and the certificate is the expected one.'),
      );
      await engine.evaluate(PROBE, [`lk1:{${team}}:probe`], []);
      invites = await allows(engine, ['ACL', 'USERS']);
      const isBroad = await allows(engine, ['EXISTS', 'latchkey-probe']);
      findings.push(
        isBroad
          ? warning('acl', `The user “${address.user}” may read other keys, too. Limit it to the keys “lk1:{${team}*”.`)
          : right('acl', `The user “${address.user}” may use the team’s keys and no others.`),
      );
      const askedAt = deps.clock.now();
      const time = (await engine.command('TIME')) as readonly unknown[];
      const info = infoOf(String(await engine.command('INFO')));
      findings.push(...findingsOf(info), clockFinding(Number(time[0]) * 1_000 - askedAt));
    });
  } catch (error) {
    const { id, text } = engineProblem(error, address);
    const isLacking = error instanceof Error && error.message.startsWith('NOPERM');
    const grant = `Grant them on the server: ACL SETUSER ${address.user} ${memberRights(team).join(' ')}`;
    findings.push(wrong(id, isLacking ? `The user “${address.user}” lacks rights. ${grant}` : text));
  }
  return { findings, invites, isRight: findings.every(({ verdict }) => verdict !== 'wrong') };
}

const right = (id: TeamCheckId, text: string): Finding => ({ id, verdict: 'right', text });
const warning = (id: TeamCheckId, text: string): Finding => ({ id, verdict: 'warning', text });
const wrong = (id: TeamCheckId, text: string): Finding => ({ id, verdict: 'wrong', text });

const allows = (engine: Engine, words: readonly string[]): Promise<boolean> =>
  engine.command(...words).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOPERM')) return false;
      throw error;
    },
  );

const infoOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([a-z_]+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]));

/** Checks the server's settings as the INFO command reports them. Returns one finding for each setting. */
export function findingsOf(info: ReadonlyMap<string, string>): Finding[] {
  const version = info.get('valkey_version') ?? info.get('redis_version') ?? '';
  const name = info.has('valkey_version') ? 'Valkey' : 'Redis';
  const policy = info.get('maxmemory_policy') ?? '';
  const limit = Number(info.get('maxmemory') ?? 0);
  const writes = info.get('aof_enabled') === '1';
  return [
    Number(version.split('.')[0]) >= 7
      ? right('version', `${name} ${version}.`)
      : wrong('version', `${name} ${version || 'of an unknown version'} is too old. Use Valkey or Redis from 7.0.`),
    policy === 'noeviction' || limit === 0
      ? right('eviction', 'The server never deletes keys to make room.')
      : wrong(
          'eviction',
          `The server deletes keys when its memory is full (“maxmemory-policy ${policy}”). Set “noeviction”.`,
        ),
    writes && info.get('aof_last_write_status') !== 'err'
      ? right('persistence', 'Changes are written to a file.')
      : writes
        ? wrong('persistence', 'The server cannot write its file of changes. Check the space on its disk.')
        : wrong('persistence', 'The server keeps nothing on its disk (“appendonly no”). Set “appendonly yes”.'),
  ];
}

const clockFinding = (aheadMs: number): Finding =>
  Math.abs(aheadMs) < MAX_CLOCK_MS
    ? right('clock', 'The server’s clock agrees with this computer’s.')
    : warning(
        'clock',
        `The server’s clock and this computer’s differ by ${Math.round(Math.abs(aheadMs) / 60_000)} minutes. Set the wrong one; limits stay right meanwhile.`,
      );
