/** The setting for whom the screens are drawn. */
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { AudienceChoice } from '../../actions/audience-choice.tsx';
import { act, ask } from '../../ipc/client.ts';
import { SettingsSection } from './settings-section.tsx';

export function AudienceSection() {
  const { audience } = useSuspenseQuery(ask('app', 'preferences', null)).data;
  const set = useMutation(act('app', 'setPreferences'));
  return (
    <SettingsSection title="Audience">
      <AudienceChoice value={audience} onChange={(chosen) => set.mutate({ audience: chosen })} />
    </SettingsSection>
  );
}
