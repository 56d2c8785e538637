/** The form for the labels of a case: customer, ticket number and tags. It saves on Enter or with its button. */
import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { Case, CaseLabels } from '../../../shared/model/case.ts';
import { useAct } from '../../ipc/client.ts';
import { KEPT_SENTENCES } from '../../text/kept-text.ts';
import { useTypedState } from '../../ui/use-remembered-state.ts';
import styles from './cases.module.css';

/** The form for the labels of a case. Its React key must be the case's id, because typed text belongs to one case. */
export function LabelsForm({ shown, onSaved }: { shown: Case; onSaved: (saved: Case) => void }) {
  const [draft, setDraft] = useTypedState<Texts | null>(`cases.labels.${shown.id}`, () => null);
  const save = useAct('cases', 'label', {
    onSuccess: (saved) => {
      setDraft(() => null);
      onSaved(saved);
    },
  });
  const typed = draft ?? textsOf(shown);
  const labels: CaseLabels = { customer: typed.customer, ticket: typed.ticket, tags: tagsIn(typed.tags) };
  const isChanged = JSON.stringify(trimmed(labels)) !== JSON.stringify(trimmed(shown));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate({ id: shown.id, ...labels });
  };
  const field = (name: keyof Texts, label: string, placeholder: string, maxLength: number) => (
    <TextInput
      className={name === 'tags' ? styles.tags : styles.label}
      size="xs"
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={typed[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setDraft((known) => ({ ...(known ?? typed), [name]: value }));
      }}
    />
  );
  return (
    <form onSubmit={submit}>
      <div className={styles.labels}>
        {field('customer', 'Customer', 'Acme Stays', MAX_CHARACTERS.name)}
        {field('ticket', 'Ticket number', 'INC-1042', MAX_CHARACTERS.name)}
        {field('tags', 'Tags, separated by commas', 'import, night job', MAX_CHARACTERS.label * MAX_ENTRIES.few)}
        <Button variant="filled" type="submit" size="xs" disabled={!isChanged} loading={save.isPending}>
          Save
        </Button>
        <span className={styles.dim} role="status">
          {save.data && !isChanged ? 'Saved' : ''}
        </span>
      </div>
      <p className={styles.dim}>
        They stay out of support bundles. A secret that you paste is masked when you save. {KEPT_SENTENCES.plain}
      </p>
    </form>
  );
}

interface Texts {
  readonly customer: string;
  readonly ticket: string;
  readonly tags: string;
}

const textsOf = ({ customer, ticket, tags }: CaseLabels): Texts => ({ customer, ticket, tags: tags.join(', ') });

const tagsIn = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().slice(0, MAX_CHARACTERS.label))
        .filter((tag) => tag !== ''),
    ),
  ].slice(0, MAX_ENTRIES.few);

const trimmed = ({ customer, ticket, tags }: CaseLabels) => [customer.trim(), ticket.trim(), tags];
