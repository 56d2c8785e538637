/** All keyboard shortcuts. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { ask } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { ShortcutList } from '../../ui/shortcut-list.tsx';
import { SettingsSection } from './settings-section.tsx';

export function ShortcutsSection() {
  const { platform } = useSuspenseQuery(ask('app', 'info', null)).data;
  return (
    <SettingsSection title="Keyboard">
      <ShortcutList platform={platform} withSupport={useAudience() === 'support'} />
    </SettingsSection>
  );
}
