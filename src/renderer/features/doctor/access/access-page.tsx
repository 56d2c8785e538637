/** The page "Access" of the Doctor: the access of each credential by the journal, and probes that fill in unknown cells. */
import { Checkbox, Group } from '@mantine/core';
import { useConnection, useConnections } from '../../../ipc/current.ts';
import { IconShieldCheck } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import doctor from '../doctor.module.css';
import { DoctorTabs } from '../doctor-tabs.tsx';
import { AccessSection } from './access-section.tsx';

export function AccessPage() {
  const current = useConnection();
  const { connections } = useConnections();
  const [alsoShown, setAlsoShown] = useRememberedState<readonly string[]>('doctor.access.connections', () => []);
  const others = connections.filter(({ id }) => id !== current.id);
  const shown = [current, ...others.filter(({ id }) => alsoShown.includes(id))];
  return (
    <>
      <PageHeader
        title="Doctor"
        description="What works with which credentials: it tells one application from the whole account."
      />
      <DoctorTabs />
      <p className={doctor.promise}>
        <IconShieldCheck size={17} aria-hidden />
        Opening this page sends nothing: it shows recorded answers. A probe tells its price first.
      </p>
      {others.length === 0 ? null : (
        <Checkbox.Group
          label="Also show"
          value={[...alsoShown]}
          onChange={(ids) => setAlsoShown(() => ids)}
          mb="md"
          size="sm"
        >
          <Group gap="md" mt={4}>
            {others.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} size="sm" />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {shown.map((connection) => (
        <AccessSection key={connection.id} connection={connection} isNamed={shown.length > 1} />
      ))}
    </>
  );
}
