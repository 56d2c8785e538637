/** Checks a field shortly after it lost the focus or typing paused. A message at once could move a button while it is being pressed. */
import type { GetInputPropsReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';

const AFTER_BLUR_MS = 200;
const AFTER_TYPING_MS = 700;

interface CheckableForm {
  readonly errors: Readonly<Record<string, unknown>>;
  getInputProps(path: string): GetInputPropsReturnType;
  validateField(path: string): unknown;
}

export function useCheckedFields(form: CheckableForm): (path: string) => GetInputPropsReturnType {
  const timers = useRef(new Map<string, number>());
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer);
    };
  }, []);
  return (path) => {
    const inputProps = form.getInputProps(path);
    const validateAfter = (ms: number) => {
      window.clearTimeout(timers.current.get(path));
      timers.current.set(
        path,
        // A change clears the error of its field. An error that is there now was set later, perhaps by main.
        window.setTimeout(() => path in latest.current.errors || latest.current.validateField(path), ms),
      );
    };
    return {
      ...inputProps,
      onChange: (change: unknown) => {
        inputProps.onChange(change);
        validateAfter(AFTER_TYPING_MS);
      },
      onBlur: (event: unknown) => {
        inputProps.onBlur?.(event);
        validateAfter(AFTER_BLUR_MS);
      },
    };
  };
}
