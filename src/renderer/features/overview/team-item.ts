/** The entry about a team whose server does not answer. */
import type { TeamState } from '../../../shared/model/team.ts';
import type { AttentionItem } from './attention-item.ts';

export function teamItems({ connectionId, team }: TeamState): AttentionItem[] {
  if (team?.stage !== 'shared' || team.link.state !== 'down') return [];
  return [
    {
      id: 'team',
      tone: 'warn',
      title: 'The team’s server does not answer',
      detail: `${team.link.problem ?? ''} Requests go on more slowly, and new tokens wait.`.trim(),
      link: { to: '/connections', search: { id: connectionId, tab: 'team' }, text: 'Open the team' },
    },
  ];
}
