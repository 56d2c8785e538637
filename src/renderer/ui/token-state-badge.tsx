/** The state of a token as text, tone and icon. */
import type { TokenState } from '../../shared/model/token.ts';
import { Tag } from './tag.tsx';
import { TOKEN_STATES } from './token-states.ts';

export function TokenStateBadge({ state }: { state: TokenState }) {
  const { title, tone, Icon } = TOKEN_STATES[state];
  return (
    <Tag tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {title}
    </Tag>
  );
}
