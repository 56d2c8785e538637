/** What the forms of a new quote and of a change share: their issues, told once a person has sent the form, and the typed stay. */
import { type FormEvent, useState } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import { checkQuote, type QuoteForm, type QuoteIssues } from './quote-form.ts';

interface Stay {
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate;
}

export interface CheckedForm {
  /** Empty until the form was sent once. */
  readonly issues: QuoteIssues;
  /** The stay of the form; null while its dates are incomplete or invalid. */
  readonly asked: Stay | null;
  /** Keeps the browser from sending the form; false, with the focus on the first issue, when it has one. */
  check(event: FormEvent<HTMLFormElement>): boolean;
  /** Takes typed dates, or why they are no stay. */
  type(typed: { checkIn: PlainDate | null; checkOut: PlainDate | null; issue: string | null }): void;
}

export function useCheckedForm(form: QuoteForm, onChange: (changes: Partial<QuoteForm>) => void): CheckedForm {
  const [checked, setChecked] = useState(false);
  const [typedIssue, setTypedIssue] = useState<string | null>(null);
  const issues = { ...checkQuote(form), ...(typedIssue === null ? {} : { stay: typedIssue }) };
  const { checkIn, checkOut } = form;
  return {
    issues: checked ? issues : {},
    asked: checkIn && checkOut && checkIn < checkOut ? { checkIn, checkOut } : null,
    check(event) {
      event.preventDefault();
      setChecked(true);
      const isRight = Object.keys(issues).length === 0;
      if (!isRight) focusFirstIssue(event.currentTarget);
      return isRight;
    },
    type({ issue, ...stay }) {
      setTypedIssue(issue);
      onChange(stay);
    },
  };
}
