import type { Remedy } from '../../text/access-text.ts';
import type { Tone } from '../../ui/tone.ts';

/** An entry of “Needs attention”, with a link to the page that helps. */
export interface AttentionItem {
  readonly id: string;
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string;
  readonly link:
    | { page: 'remedy'; remedy: Remedy }
    | { page: 'connections'; credentialId?: string; text: string }
    | { page: 'token'; id: string; text: string }
    | { page: 'traffic'; id?: string; text: string }
    | { page: 'limits'; text: string }
    | { page: 'quotes'; id?: string; view?: 'followUps' | 'reservations'; text: string }
    | { page: 'guests'; text: string }
    | { page: 'data'; text: string }
    | { page: 'tasks'; id: string; text: string }
    | null;
}
