/** A link to the bulk task or to the program that made requests. */
import { programOfTask } from '../../shared/model/program.ts';
import { useAsk } from '../ipc/client.ts';
import { PageLink } from '../navigation/page-link.tsx';

interface Props {
  taskId: string;
  /** The name of the bulk task. */
  title: string;
  /** The text after the name. */
  about?: string;
}

export function TaskLink({ taskId, title, about = '' }: Props) {
  const programId = programOfTask(taskId);
  const programs = useAsk('programs', 'list', null, { enabled: programId !== null }).data?.programs;
  if (programId === null)
    return (
      <PageLink to="/tasks" search={{ id: taskId }} size="sm">
        {title}
        {about}
      </PageLink>
    );
  return (
    <PageLink to="/settings" search={{ section: 'programs' }} size="sm">
      {programs?.find(({ id }) => id === programId)?.name ?? 'A program'}
      {about}
    </PageLink>
  );
}
