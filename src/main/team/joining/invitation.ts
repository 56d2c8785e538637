/**
 * An invitation to a team consists of a file, a passphrase, which is sent separately, and half a key, which the engine returns once. The passphrase
 * decrypts the engine's address; the passphrase and the half key together decrypt the team's key. A file that was used, or is a day old, is therefore
 * worthless, except that its user of the engine stays until the team's key is changed.
 */
import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../../shared/model/bounds.ts';
import { ApplicationInput, type Connection, NewConnection, OpenApiInput } from '../../../shared/model/connection.ts';
import { EpochMs } from '../../../shared/model/primitives.ts';
import { LimitChoices } from '../../../shared/model/rates.ts';
import { TokenRuleChoices } from '../../../shared/model/token-rules.ts';
import { HOUR_MS } from '../../../shared/time/units.ts';
import { Sealer } from '../../vault/sealer.ts';
import type { Secret } from '../../vault/secret.ts';
import { Door } from '../membership.ts';
import { TeamKey } from '../team-key.ts';
import type { DeriveKey } from './derive-key.ts';

/** How long an invitation can be used. Afterwards the engine deletes the half of the key that it keeps for the invitation. */
export const INVITATION_MS = 24 * HOUR_MS;
/** The maximum size of an invitation's file, in characters. */
export const MAX_INVITATION_CHARACTERS = 100_000;

const SALT_BYTES = 16;
const HALF_BYTES = 32;
const CHECK_BYTES = 16;
const KEY_BYTES = 32;

/** The settings of the connection that an invitation contains. A member types the client secrets. */
const PublicConnection = NewConnection.extend({
  openApi: OpenApiInput.omit({ clientSecret: true }).nullable(),
  applications: z.array(ApplicationInput.omit({ clientSecret: true })).max(MAX_ENTRIES.few),
  // A team paces its requests by one set of limits.
  limits: LimitChoices,
  tokenRules: TokenRuleChoices,
});
export type PublicConnection = z.infer<typeof PublicConnection>;

/** Returns the settings that a colleague's desktop needs for the connection, without its client secrets. */
export function publicOf(connection: Connection): PublicConnection {
  const { name, presetId, addresses, openApi, applications, limits, tokenRules } = connection;
  if (presetId === 'sandbox') throw new AppError('sandboxConnection', {});
  const { baseUrl, authUrl, bookingBaseUrl, bookingAuthUrl } = addresses;
  return {
    ...{ name, presetId, limits, tokenRules },
    addresses: {
      ...{ baseUrl: baseUrl ?? '', authUrl: authUrl ?? '' },
      ...{ bookingBaseUrl: bookingBaseUrl ?? '', bookingAuthUrl: bookingAuthUrl ?? '' },
    },
    openApi: openApi && { clientId: openApi.clientId },
    applications: applications.map(({ label, clientId, bookingOption }) => ({
      ...{ label, clientId, bookingOption: bookingOption ?? 'both' },
    })),
  };
}

const TeamContent = z.strictObject({ team: z.string().max(100), teamKey: z.base64(), connection: PublicConnection });

/** The team to which an invitation leads. `team`: the team's name in the engine. */
export interface InvitedTeam {
  readonly team: string;
  readonly teamKey: TeamKey;
  readonly connection: PublicConnection;
}

const InvitationFile = z.strictObject({
  kind: z.literal('latchkey-invitation'),
  version: z.literal(1),
  id: z.uuid(),
  expiresAt: EpochMs,
  salt: z.base64(),
  /** A keyed check of the passphrase, which tells a wrong passphrase from a changed file. */
  check: z.base64(),
  door: z.base64(),
  team: z.base64(),
});
type InvitationFile = z.infer<typeof InvitationFile>;

/** The reasons why an invitation does not lead into the team. */
export type InvitationProblem = 'notAnInvitation' | 'laterVersion' | 'wrongPassphrase' | 'changed' | 'used' | 'stale';

export const INVITATION_PROBLEMS: Readonly<Record<InvitationProblem, string>> = {
  notAnInvitation: 'This file is not an invitation, or a part of it is missing. Ask for the file again.',
  laterVersion: 'A newer version of Latchkey made this invitation. Update Latchkey, then open the file again.',
  wrongPassphrase:
    'The passphrase does not open this invitation. Check the six words, and that they belong to this file.',
  changed: 'This invitation was changed after it was made. Do not use it; ask for a new one, on another way.',
  used: 'This invitation was used already, and opens nothing a second time. Ask for a new one.',
  stale: 'This invitation was valid for 24 hours, which are over. Ask for a new one.',
};

export interface InvitationDeps {
  readonly derive: DeriveKey;
  readonly now: () => number;
  readonly id: () => string;
}

export interface Invitation {
  readonly id: string;
  /** The text of the file. */
  readonly file: string;
  /** The half of the key that the engine keeps for {@link INVITATION_MS}. */
  readonly half: string;
}

/** Makes an invitation. The caller must store `half` in the engine before the file is given away. */
export async function makeInvitation(
  { derive, now, id }: InvitationDeps,
  { door, team, teamKey, connection }: InvitedTeam & { readonly door: Door },
  passphrase: Secret,
): Promise<Invitation> {
  const [salt, half] = [randomBytes(SALT_BYTES), randomBytes(HALF_BYTES)];
  const head = {
    kind: 'latchkey-invitation',
    version: 1,
    id: id(),
    expiresAt: now() + INVITATION_MS,
    salt: salt.toString('base64'),
  } as const;
  const stretched = await derive({ passphrase: passphrase.reveal(), salt });
  const bound = boundTo(head);
  const sealed = (key: Buffer, content: unknown) =>
    Buffer.from(new Sealer(key).seal(bound, JSON.stringify(content))).toString('base64');
  const file: InvitationFile = {
    ...head,
    check: keyOf(stretched, 'check', CHECK_BYTES).toString('base64'),
    door: sealed(keyOf(stretched, 'door'), door),
    team: sealed(teamKeyOf(stretched, half), {
      ...{ team, teamKey: teamKey.reveal().reveal(), connection },
    }),
  };
  return { id: head.id, file: JSON.stringify(file, null, 2), half: half.toString('base64') };
}

/** An invitation that was decrypted with its passphrase. The engine's address is known, and the file was not changed. */
export interface OpenedInvitation {
  readonly id: string;
  readonly door: Door;
  /** Decrypts the team's part of the file. `half`: the half of the key that the engine returned; `null` when it returned none. */
  join(half: string | null): InvitedTeam | InvitationFailure;
}

export interface InvitationFailure {
  readonly problem: InvitationProblem;
}

/** Decrypts an invitation with its passphrase. Sends nothing. */
export async function openInvitation(
  { derive, now }: Omit<InvitationDeps, 'id'>,
  text: string,
  passphrase: Secret,
): Promise<OpenedInvitation | InvitationFailure> {
  const file = readFile(text);
  if ('problem' in file) return file;
  const { check, door, team, ...head } = file;
  const stretched = await derive({ passphrase: passphrase.reveal(), salt: Buffer.from(head.salt, 'base64') });
  const [own, written] = [keyOf(stretched, 'check', CHECK_BYTES), Buffer.from(check, 'base64')];
  if (written.length !== own.length || !timingSafeEqual(own, written)) return { problem: 'wrongPassphrase' };
  const bound = boundTo(head);
  const opened = new Sealer(keyOf(stretched, 'door')).open(bound, Buffer.from(door, 'base64'));
  if (opened === null) return { problem: 'changed' };
  return {
    id: head.id,
    door: Door.parse(JSON.parse(opened)),
    join: (half) => {
      if (half === null) return { problem: now() >= head.expiresAt ? 'stale' : 'used' };
      const key = teamKeyOf(stretched, Buffer.from(half, 'base64'));
      const content = new Sealer(key).open(bound, Buffer.from(team, 'base64'));
      if (content === null) return { problem: 'changed' };
      const { teamKey, ...invited } = TeamContent.parse(JSON.parse(content));
      return { ...invited, teamKey: new TeamKey(Buffer.from(teamKey, 'base64')) };
    },
  };
}

function readFile(text: string): InvitationFile | InvitationFailure {
  if (text.length > MAX_INVITATION_CHARACTERS) return { problem: 'notAnInvitation' };
  try {
    const value: unknown = JSON.parse(text);
    const file = InvitationFile.safeParse(value).data;
    if (file) return file;
    const head = z.object({ kind: z.literal('latchkey-invitation'), version: z.number().min(2) }).safeParse(value);
    return { problem: head.success ? 'laterVersion' : 'notAnInvitation' };
  } catch {
    return { problem: 'notAnInvitation' };
  }
}

/** The text to which both sealed parts are bound: the other fields of the file. */
const boundTo = ({
  kind,
  version,
  id,
  expiresAt,
  salt,
}: Pick<InvitationFile, 'kind' | 'version' | 'id' | 'expiresAt' | 'salt'>) =>
  JSON.stringify([kind, version, id, expiresAt, salt]);

const keyOf = (stretched: Uint8Array, purpose: 'check' | 'door', bytes = KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', stretched, '', `latchkey invitation ${purpose}`, bytes));

const teamKeyOf = (stretched: Uint8Array, half: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.concat([stretched, half]), '', 'latchkey invitation team', KEY_BYTES));
