/** The handlers of teams. */
import { invalidInput } from '../../shared/app-error.ts';
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import { type Desktop, toChosenFile } from '../platform/desktop.ts';
import { readChosen } from '../platform/open-to-read.ts';
import { writeFile } from '../platform/part-file.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import { INVITATION_PROBLEMS, MAX_INVITATION_CHARACTERS } from './joining/invitation.ts';
import type { Teams } from './teams.ts';

export interface TeamServices {
  readonly teams: Teams;
}

export const teamHandlers = ({ teams }: TeamServices, desktop: Desktop): HandlersOf<'team'> => ({
  state: ({ connectionId }) => teams.state(connectionId),
  share: (input) => teams.share(input),
  async saveServer({ connectionId }) {
    const text = await teams.serverFile(connectionId);
    const request = { suggestedName: 'latchkey-team.yaml', kind: 'YAML', extension: 'yaml' };
    return toChosenFile(desktop, request, (path) => write(path, text));
  },
  copyServer: async ({ connectionId }) => nothing(desktop.copyText(await teams.serverFile(connectionId))),
  check: ({ connectionId }) => teams.check(connectionId),
  invite: ({ connectionId }) =>
    toChosenFile(desktop, { suggestedName: 'latchkey-invitation.json', kind: 'JSON', extension: 'json' }, (path) =>
      teams.invite(connectionId, async (text) => (await write(path, text)).path),
    ),
  async join({ passphrase, person }) {
    const path = await desktop.openFile();
    if (path === null) return null;
    const bytes = await readChosen(path, MAX_INVITATION_CHARACTERS).catch((error: unknown) => {
      throw storageFailed('The invitation', error, 'read');
    });
    if (typeof bytes === 'string') throw invalidInput('file', INVITATION_PROBLEMS.notAnInvitation);
    return teams.join(bytes.toString(), passphrase, person);
  },
  leave: ({ connectionId }) => teams.leave(connectionId),
  rotate: ({ connectionId }) => teams.rotate(connectionId),
});

const write = (path: string, text: string) =>
  writeFile(path, async (file) => {
    await file.write(text);
    return 1;
  });
