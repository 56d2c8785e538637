/** A text field that filters a list. Escape clears it; while it contains text, a button does so too. */
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from './icons.ts';

interface SearchInputProps
  extends Pick<TextInputProps, 'placeholder' | 'className' | 'size' | 'title' | 'aria-description'> {
  label: string;
  value: string;
  maxLength: number;
  onChange: (text: string) => void;
}

export function SearchInput({ label, value, onChange, ...others }: SearchInputProps) {
  return (
    <TextInput
      aria-label={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value === '' ? null : <CloseButton size="sm" aria-label="Clear the text" onClick={() => onChange('')} />
      }
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      {...others}
    />
  );
}
