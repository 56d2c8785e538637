/** An entry of the list of what needs attention. */
import type { LinkTo } from '../../navigation/page-link.tsx';
import type { Remedy } from '../../text/access-text.ts';
import type { Tone } from '../../ui/tag.tsx';

/** An entry of “Needs attention”. It has a link to the page that helps, or an action that may solve the problem. */
export interface AttentionItem {
  readonly id: string;
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string;
  readonly link: LinkTo | { readonly remedy: Remedy } | null;
}
