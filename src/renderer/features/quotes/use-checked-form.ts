/** The common state of the forms for a new quote and for a change: their issues, which appear after the first attempt to submit, and the typed stay. */
import { type FormEvent, useState } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import { checkQuote, type QuoteForm, type QuoteIssues } from './quote-form.ts';

interface Stay {
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate;
}

export interface CheckedForm {
  /** Empty before the first attempt to submit. */
  readonly issues: QuoteIssues;
  /** The stay of the form; null while its dates are incomplete or invalid. */
  readonly asked: Stay | null;
  /** Keeps the browser from submitting the form. When there is an issue, it moves the focus to the first one and returns false. */
  check(event: FormEvent<HTMLFormElement>): boolean;
  /** Receives typed dates, or the sentence that says why they are no stay. */
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
