/** Shows the app's licence and the licences of the packages in it. */
import { Modal, Stack } from '@mantine/core';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAsk } from '../../ipc/client.ts';
import { formatCount } from '../../text/format.ts';
import styles from './settings.module.css';

export function LicencesDialog({ onClose }: { onClose: () => void }) {
  const notices = useAsk('app', 'notices', null);
  const { license, packages = [] } = notices.data ?? {};
  return (
    <Modal opened onClose={onClose} title="Licences" size="lg">
      <Stack gap="md">
        {notices.error ? (
          <ErrorNotice error={notices.error} onRetry={() => void notices.refetch()} compact />
        ) : (
          <div>
            Latchkey is under the MIT licence, and contains {formatCount(packages.length, 'package')} of others. The
            licences of Electron and Chromium are files in the app’s folder.
          </div>
        )}
        {license === undefined ? null : (
          <div className={styles.licences}>
            <Licence name="Latchkey" text={license} />
            {packages.map(({ name, version, license: id, text }) => (
              <Licence key={`${name} ${version}`} name={`${name} ${version}`} id={id} text={text} />
            ))}
          </div>
        )}
      </Stack>
    </Modal>
  );
}

function Licence({ name, id, text }: { name: string; id?: string; text: string }) {
  return (
    <details>
      <summary>
        {name} {id === undefined ? null : <span className={styles.licence}>{id}</span>}
      </summary>
      <pre>{text}</pre>
    </details>
  );
}
