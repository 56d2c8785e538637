/** A text field that filters a list. Escape clears it; while it contains text, a button does so too. */
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { startTransition, useOptimistic } from 'react';
import { IconSearch } from './icons.ts';

interface SearchInputProps
  extends Pick<TextInputProps, 'placeholder' | 'className' | 'size' | 'title' | 'aria-description'> {
  label: string;
  value: string;
  maxLength: number;
  onChange: (text: string) => void;
}

/** Shows a typed character at once. The list follows in a transition, which the next character interrupts. */
export function SearchInput({ label, value, onChange, ...others }: SearchInputProps) {
  const [shown, show] = useOptimistic(value);
  const change = (text: string) =>
    startTransition(() => {
      show(text);
      onChange(text);
    });
  return (
    <TextInput
      aria-label={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        shown === '' ? null : <CloseButton size="sm" aria-label="Clear the text" onClick={() => change('')} />
      }
      value={shown}
      spellCheck={false}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && change('')}
      {...others}
    />
  );
}
