/** The attention item for a file that was damaged or could not be opened: what is lost, and what a person can do. */
import type { QuarantinedFile } from '../../../shared/model/app.ts';
import { formatInstant } from '../../text/format.ts';
import type { AttentionItem } from './attention-item.ts';

/** The name of each file for a person, and what to do when it was quarantined. */
const LOST: Record<string, Pick<AttentionItem, 'tone' | 'link'> & { readonly name: string; readonly advice: string }> =
  {
    vault: {
      tone: 'bad',
      name: 'The file of connections',
      advice:
        'The connections in it, with their secrets and tokens, are not in use. Add the connections again; or quit, put a backup of vault.json in its place, and start again.',
      link: { to: '/connections', text: 'Open Connections' },
    },
    issuances: {
      tone: 'warn',
      name: 'The ledger of token requests',
      advice:
        'Each line that cannot be read counts as a used slot of every application for 24 hours, because it is unknown whose it was. You can still request a token yourself.',
      link: null,
    },
    preferences: {
      tone: 'warn',
      name: 'The file of preferences',
      advice: 'The defaults apply. Choose them again in Settings.',
      link: null,
    },
    'console.db': {
      tone: 'bad',
      name: 'The file of quotes, guests, cases and tasks',
      advice:
        'What is in it is no longer listed; restore a backup in Settings. Quotes and reservations at the service are not affected.',
      link: { to: '/settings', search: { section: 'data' }, text: 'Restore a backup' },
    },
    'cache.db': {
      tone: 'info',
      name: 'The file of listings and results',
      advice: 'Lists are loaded from the service again. Tasks whose results are gone say so; run them again.',
      link: null,
    },
    'data-key': {
      tone: 'bad',
      name: 'The file of the key for guests, notes and kept offers',
      advice:
        'What is stored of them cannot be read. Quit, put a backup of data-key.json in its place, and start again; or delete them in Settings.',
      link: { to: '/settings', search: { section: 'guests' }, text: 'Open Settings' },
    },
    operations: {
      tone: 'warn',
      name: 'The file of changed operations',
      advice: 'Every connection uses the operations of its preset. Change them again where the service needs it.',
      link: { to: '/connections', text: 'Open Connections' },
    },
    'shown-notices': {
      tone: 'info',
      name: 'The file of shown notifications',
      advice: 'No action is needed: some notifications may be shown once more.',
      link: null,
    },
    skew: {
      tone: 'info',
      name: 'The file of measured clock skews',
      advice: 'No action is needed: each skew is measured again with the next response of its service.',
      link: null,
    },
  };

export function quarantinedItem({ document, movedTo, reason, at }: QuarantinedFile, now: number): AttentionItem {
  const { tone, name, advice, link } = LOST[document] ?? {
    tone: 'warn',
    name: `The file “${document}”`,
    advice: 'A new file was started.',
    link: null,
  };
  if (movedTo === null && reason === undefined)
    return {
      id: `partly-${document}`,
      tone,
      title: `${name} is damaged in a part`,
      detail: `What is in that part cannot be read or changed; the rest works. Restore a backup in Settings. Noticed ${formatInstant(at, { now })}.`,
      link,
    };
  if (movedTo === null)
    return {
      id: `unopened-${document}`,
      tone,
      title: `${name} cannot be used: ${reason}`,
      detail: `It stays as it is. ${document === 'cache.db' ? 'Lists and results are kept in memory only, and are loaded again after a restart' : 'What you do now is kept in memory only, and is lost when you quit: repair that first, then restart the app'}. Noticed ${formatInstant(at, { now })}.`,
      link: null,
    };
  return {
    id: `quarantined-${movedTo}`,
    tone,
    title: `${name} was damaged`,
    detail: `${advice} Found ${formatInstant(at, { now })}; ${document === 'issuances' ? 'the damaged lines stay in' : 'the damaged file is kept as'} ${movedTo}.`,
    link,
  };
}
