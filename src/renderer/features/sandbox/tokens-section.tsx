/** Buttons that expire or revoke the sandbox's tokens, or reset their quota. */
import { Button, Group } from '@mantine/core';
import type { Api } from '../../../shared/model/primitives.ts';
import { API_NAMES } from '../../../shared/text/api-names.ts';
import { formatCount } from '../../text/format.ts';
import styles from './sandbox.module.css';
import { Section } from './section.tsx';
import { usePanel } from './use-sandbox.ts';

const APIS: readonly Api[] = ['openApi', 'booking'];
const COMMANDS = [
  { kind: 'expireTokens', label: 'Expire', result: (api: string) => `The tokens of the ${api} have expired.` },
  { kind: 'revokeTokens', label: 'Revoke', result: (api: string) => `The tokens of the ${api} are revoked.` },
  { kind: 'resetQuota', label: 'Reset quota', result: (api: string) => `The token quota of the ${api} is reset.` },
] as const;

export function TokensSection() {
  const { state, apply } = usePanel();
  return (
    <Section
      title="Tokens"
      description="Expire ends the tokens early; Revoke makes the service treat them as unknown. In both cases the next request is refused."
    >
      {APIS.map((api) => {
        const name = API_NAMES[api];
        const applications = state.applications.filter((application) => application.api === api);
        return (
          <fieldset key={api} className={styles.block} aria-label={name}>
            <div className={styles.blockHead}>
              <span className={styles.settingTitle}>{name}</span>
              <Group gap={6}>
                {COMMANDS.map(({ kind, label, result }) => (
                  <Button
                    key={kind}
                    variant="default"
                    size="compact-sm"
                    onClick={() => apply({ kind, api }, result(name))}
                  >
                    {label}
                  </Button>
                ))}
              </Group>
            </div>
            <ul className={styles.applications}>
              {applications.map((application) => (
                <li key={application.clientId}>
                  <span>{application.label}</span>
                  <span className="lk-num">{formatCount(application.liveTokens, 'live token')}</span>
                  <span className="lk-num">{application.issuedInWindow} issued in 24 h</span>
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
    </Section>
  );
}
