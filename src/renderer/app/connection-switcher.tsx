/** Shows the current connection, switches to another one, or opens the dialog for a new one. */
import { Menu } from '@mantine/core';
import { IconAppWindow, IconCheck, IconPlus, IconSelector, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Connection } from '../../shared/model/connection.ts';
import { useConnection, useConnections, useSelectConnection } from '../ipc/current.ts';
import styles from './shell.module.css';
import { useOpenWindow } from './use-open-window.ts';

/** The kind of a connection: sandbox, or its address. */
export function aboutConnection(connection: Connection): string {
  if (connection.presetId === 'sandbox') return 'Embedded sandbox';
  const address = connection.addresses.baseUrl ?? connection.addresses.bookingBaseUrl;
  return address === null ? 'No address yet' : address.replace(/^https:\/\//, '');
}

const Mark = ({ connection }: { connection: Connection }) => (
  <span className={styles.mark} data-sandbox={connection.presetId === 'sandbox' || undefined} aria-hidden>
    {connection.name.trim().charAt(0).toUpperCase()}
  </span>
);

export function ConnectionSwitcher() {
  const { connections } = useConnections();
  const current = useConnection();
  const select = useSelectConnection();
  const openWindow = useOpenWindow();
  const navigate = useNavigate();
  return (
    <Menu position="right-start" width={290} shadow="md" withinPortal styles={{ itemLabel: { minWidth: 0 } }}>
      <Menu.Target>
        <button type="button" className={styles.switcher} aria-label={`Connection: ${current.name}. Switch`}>
          <Mark connection={current} />
          <span className={`${styles.switcherText} ${styles.hideNarrow}`}>
            <div className={styles.switcherName}>{current.name}</div>
            <div className={styles.switcherAbout}>{aboutConnection(current)}</div>
          </span>
          <span className={styles.hideNarrow}>
            <IconSelector size={16} aria-hidden />
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Connections</Menu.Label>
        {connections.map((connection) => (
          <Menu.Item
            key={connection.id}
            leftSection={<Mark connection={connection} />}
            rightSection={connection.id === current.id ? <IconCheck size={16} aria-label="current" /> : null}
            onClick={() => {
              if (connection.id !== current.id) select.mutate({ id: connection.id });
            }}
          >
            <div className={styles.itemName} title={connection.name}>
              {connection.name}
            </div>
            <div className={styles.itemAbout}>{aboutConnection(connection)}</div>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconAppWindow size={16} aria-hidden />} onClick={() => openWindow(current.id)}>
          Open another window
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}
        >
          Add connection
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/connections', search: { id: current.id } })}
        >
          Manage connections
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
