/** Manages the users of a team's server and the half keys of its invitations. Each function throws `teamServerFailed` with the reason in a sentence. */
import { randomBytes } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import { engineProblem } from './check-engine.ts';
import type { Engine, EngineAddress } from './engine.ts';
import { type ConnectDeps, connectFor } from './engine-connection.ts';
import { INVITATION_MS } from './joining/invitation.ts';
import { whoKey } from './presence.ts';
import { memberRules, type ServerUser } from './server-file.ts';

const PASSWORD_BYTES = 24;

/** The team's server, as its owner reaches it. */
export interface TeamServer {
  readonly team: string;
  readonly door: EngineAddress;
}

export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');
export const ownerOf = (team: string): string => `${memberPrefix(team)}owner`;
export const newMember = (team: string): ServerUser => ({
  user: `${memberPrefix(team)}${randomBytes(4).toString('hex')}`,
  password: newPassword(),
});

/** Adds a member's user and the half key of its invitation, and lets `save` write the invitation. Removes both when that fails. */
export function addMember(
  deps: ConnectDeps,
  { team, door }: TeamServer,
  { user, password }: ServerUser,
  invitation: { readonly id: string; readonly half: string },
  save: () => Promise<string>,
): Promise<string> {
  return atServer(deps, door, async (engine) => {
    await engine.command('ACL', 'SETUSER', user, ...memberRules(team, password));
    try {
      await engine.command('ACL', 'SAVE');
      const half = ['SET', halfOf(team, invitation.id), invitation.half, 'PX', String(INVITATION_MS), 'NX'];
      if ((await engine.command(...half)) !== 'OK') throw new Error('The invitation’s half key was not stored.');
      return await save();
    } catch (error) {
      // Saved without the user, who would be back after a restart of the server.
      await engine.command('DEL', halfOf(team, invitation.id)).catch(() => {});
      await engine.command('ACL', 'DELUSER', user).catch(() => {});
      await engine.command('ACL', 'SAVE').catch(() => {});
      throw error;
    }
  });
}

/** Deletes the users of all other members. */
export function removeOthers(deps: ConnectDeps, { team, door }: TeamServer): Promise<void> {
  return atServer(deps, door, async (engine) => {
    const users = (await engine.command('ACL', 'USERS')) as readonly unknown[];
    const others = users.map(String).filter((user) => user.startsWith(memberPrefix(team)) && user !== door.user);
    if (others.length > 0) await engine.command('ACL', 'DELUSER', ...others);
    await engine.command('ACL', 'SAVE');
    // Nobody can read these lines any more.
    await engine.command('DEL', whoKey(team));
  });
}

/** Takes the half key of an invitation, which the server returns once. Returns `null` when it is gone. */
export async function takeHalf(deps: ConnectDeps, door: EngineAddress, invitationId: string): Promise<string | null> {
  const key = halfOf(teamIn(door.user), invitationId);
  const half = await atServer(deps, door, (engine) => engine.command('GETDEL', key));
  return typeof half === 'string' ? half : null;
}

const memberPrefix = (team: string): string => `latchkey-${team}-`;
const halfOf = (team: string, id: string): string => `lk1:{${team}}:inv:${id}`;
/** The team's name in the name of a member's user, which the half key's name needs. */
const teamIn = (user: string): string => user.split('-')[1] ?? '';

async function atServer<Result>(
  deps: ConnectDeps,
  door: EngineAddress,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  try {
    return await connectFor(deps, door, work);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('teamServerFailed', { problem: sentenceOf(error, door) }, { cause: error });
  }
}

function sentenceOf(error: unknown, address: EngineAddress): string {
  const message = error instanceof Error ? error.message : '';
  if (/not configured to use an ACL file/i.test(message))
    return 'The server keeps no file of its users, so an invited colleague would be shut out by its next restart. Set “aclfile”.';
  return engineProblem(error, address).text;
}
