/** The teams of connections. Passwords and the team's key never cross to the renderer; an invitation's passphrase crosses once. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { Id } from '../model/primitives.ts';
import { JoinedTeam, NewTeam, PersonName, SavedInvitation, TeamCheck, TeamState } from '../model/team.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, query } from './define.ts';

const OfConnection = z.strictObject({ connectionId: Id });

export const team = {
  /** Asks the server who is present, at most every few seconds. */
  state: query(OfConnection, TeamState),
  /** Begins to set up a team, after a question outside the page. Nothing is shared before a check finds the server right. */
  share: mutation(NewTeam, TeamState),
  /** Saves the file that starts the team's server; null when cancelled. */
  saveServer: mutation(OfConnection, WrittenFile.nullable()),
  copyServer: mutation(OfConnection, z.null()),
  /** Checks the server, and shares the connection's limits and tokens from now on when all is right. */
  check: mutation(OfConnection, TeamCheck),
  /** Makes a user of the server and saves an invitation for one colleague; null when cancelled. */
  invite: mutation(OfConnection, SavedInvitation.nullable()),
  /** Asks for an invitation's file and joins its team, after a question outside the page; null when cancelled. */
  join: mutation(
    z.strictObject({ passphrase: z.string().min(1).max(MAX_CHARACTERS.name), person: PersonName }),
    JoinedTeam.nullable(),
  ),
  leave: mutation(OfConnection, TeamState),
  /** Changes the team's key and deletes the server's other users: everybody else must be invited again. */
  rotate: mutation(OfConnection, TeamState),
  onChanged: event(TeamState),
};
