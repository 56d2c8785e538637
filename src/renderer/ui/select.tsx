/** Mantine's list of choices, whose options are drawn only when a person reaches it, which saves 150 elements on a page with three lists. */
import { Select as MantineSelect, type SelectProps } from '@mantine/core';
import { useState } from 'react';

export function Select({ comboboxProps, onFocus, ...select }: SelectProps) {
  const [isReached, setReached] = useState(false);
  return (
    <MantineSelect
      {...select}
      comboboxProps={{ ...comboboxProps, keepMounted: isReached }}
      onFocus={(event) => {
        // The first key then finds the options, and begins at the chosen one.
        setReached(true);
        onFocus?.(event);
      }}
    />
  );
}
