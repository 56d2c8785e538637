/** A button with a label that copies text and confirms the copy. */
import { IconButton } from '../ui/icon-button.tsx';
import { IconCheck, IconClipboardText } from '../ui/icons.ts';
import { useCopy } from './use-copy.ts';

export function CopyTextButton({ text, label }: { text: string | (() => string); label: string }) {
  const { copied, copy } = useCopy();
  return (
    <IconButton
      Icon={copied ? IconCheck : IconClipboardText}
      size="compact-sm"
      onClick={() => copy(typeof text === 'string' ? text : text())}
    >
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </IconButton>
  );
}
