/** The help that “?” opens: every keyboard shortcut. */
import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { listen, useAsk } from '../ipc/client.ts';
import { useAudience } from '../ipc/current.ts';
import { ShortcutList } from '../ui/shortcut-list.tsx';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

export function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
  const audience = useAudience();
  const platform = useAsk('app', 'info', null, { enabled: false }).data?.platform ?? '';
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', onKeyDown);
    const stop = listen('app', 'onCommand', (command) => {
      if (command === 'shortcuts') setOpened(true);
    });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      stop();
    };
  }, []);
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Keyboard shortcuts">
      <ShortcutList platform={platform} withSupport={audience === 'support'} />
    </Modal>
  );
}
