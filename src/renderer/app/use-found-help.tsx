/** Finds the text of the search box in the help and, for support, in the causes of the Doctor. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAsk } from '../ipc/client.ts';
import { useAudience } from '../ipc/current.ts';
import { IconHelpCircle, IconStethoscope } from '../ui/icons.ts';
import type { ResultGroup } from './search-results.tsx';
import { ICON, MAX_FOUND, MIN_TYPED } from './use-found.tsx';

type Help = typeof import('../actions/help/help.ts');

export function useFoundHelp(query: string): ResultGroup {
  const navigate = useNavigate();
  const audience = useAudience();
  const version = useAsk('app', 'info', null, { enabled: false }).data?.version ?? '';
  const isAsked = query.trim().length >= MIN_TYPED;
  const help = useHelp(isAsked);
  const isSupport = audience === 'support';
  const causes = useAsk('doctor', 'causes', null, { enabled: isAsked && isSupport });
  if (!isAsked || help === null) return { group: 'Help', actions: [] };
  const found = help.findHelp(query, audience, version).map(({ topic, part, title, about }) => ({
    id: `help-${topic}-${part}`,
    label: title,
    description: about,
    leftSection: <IconHelpCircle {...ICON} />,
    onClick: () => void navigate({ to: '/help', search: { topic, part } }),
  }));
  const known = help.findCauses(query, (isSupport && causes.data) || []).map(({ cause, title, remedy }) => ({
    id: `cause-${cause}`,
    label: title,
    description: remedy,
    leftSection: <IconStethoscope {...ICON} />,
    onClick: () => void navigate({ to: '/doctor', search: { tab: 'causes', cause } }),
  }));
  return { group: 'Help', actions: [...found.slice(0, MAX_FOUND), ...known.slice(0, MAX_FOUND)] };
}

/** Loads the help once it is needed; null before. */
function useHelp(isNeeded: boolean): Help | null {
  const [help, setHelp] = useState<Help | null>(null);
  useEffect(() => {
    if (isNeeded && help === null) void import('../actions/help/help.ts').then(setHelp);
  }, [isNeeded, help]);
  return help;
}
