/** Finds the page of the app that a link of a document of docs/ leads to. */
import type { LinkTo } from '../../navigation/page-link.tsx';

/** The documents that pages of the app show. */
const DOCUMENT_TOPICS: Readonly<Record<string, 'start' | 'words'>> = {
  'help-managers.md': 'start',
  'help-support.md': 'start',
  'help-words.md': 'words',
};

/** Returns the link of a target such as "help-words.md#lock"; null for a document that the app does not have. */
export function linkOf(target: string): LinkTo | null {
  const [file = '', part] = target.split('#');
  if (file === 'service.md') return { to: '/service', text: '' };
  const topic = DOCUMENT_TOPICS[file];
  return topic === undefined
    ? null
    : { to: '/help', search: part === undefined ? { topic } : { topic, part }, text: '' };
}
