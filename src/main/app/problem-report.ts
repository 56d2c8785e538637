/** Writes the report of a problem: what a person may send to the publisher. The app shows the report first, and sends it nowhere. */
import { join } from 'node:path';
import type { Preferences } from '../../shared/model/app.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { PolicyState } from '../../shared/model/policy.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { readLogTail } from '../platform/log-tail.ts';

const MAX_LOG_LINES = 300;

export interface ReportParts {
  readonly kit: Pick<PlatformKit, 'versions' | 'clock' | 'locale' | 'sandboxed' | 'quarantine' | 'paths'>;
  readonly runtime: string;
  readonly preferences: Preferences;
  readonly protection: string;
  readonly policies: PolicyState;
  readonly connections: ConnectionsSnapshot['connections'];
  /** The start of the app, in epoch ms. */
  readonly startedAt: number;
  /** How long the start took until the app could answer, in ms. */
  readonly readyAfterMs: number;
}

/** Writes the report of a problem. It leaves out names of connections, hosts, ids and saved views, because people choose them. */
export async function problemReport(parts: ReportParts): Promise<string> {
  const { kit, runtime, preferences, protection, policies, connections, startedAt, readyAfterMs } = parts;
  const { listingViews, revision: _, ...settings } = preferences;
  const kinds = connections.map(({ presetId, applications }) => `${presetId}, ${applications.length} applications`);
  const log = await readLogTail(join(kit.paths.logs, 'latchkey.log'), MAX_LOG_LINES);
  const sections: [string, readonly string[]][] = [
    ['Versions', [`Latchkey ${kit.versions.app}`, runtime, kit.versions.platform, `locale ${kit.locale}`]],
    [
      'Times',
      [
        `ready ${readyAfterMs} ms after the start`,
        `running for ${Math.round((kit.clock.now() - startedAt) / SECOND_MS)} s`,
        `memory ${Math.round(process.memoryUsage.rss() / 1_000_000)} MB`,
      ],
    ],
    [
      'Settings',
      [
        ...Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
        `saved views: ${listingViews.length}`,
        `secrets: ${protection}`,
        `Chromium’s sandbox: ${kit.sandboxed ? 'on' : 'off'}`,
      ],
    ],
    ['Policies', [JSON.stringify(policies.policies), ...policies.problems]],
    ['Connections', kinds],
    ['Damaged files', kit.quarantine.files.map(({ document, reason }) => `${document}${reason ? `: ${reason}` : ''}`)],
    ['Log', log],
  ];
  const text = sections
    .map(([title, lines]) => `${title}\n${(lines.length === 0 ? ['none'] : lines).join('\n')}\n`)
    .join('\n');
  // The folder contains the name of the person's account.
  return text
    .replaceAll(kit.paths.userData, '<data folder>')
    .replaceAll(JSON.stringify(kit.paths.userData).slice(1, -1), '<data folder>');
}
