/** Every threat that docs/security.md names, with the defences that it claims. */
import { BUNDLE } from './bundle.ts';
import type { Threat } from './defence.ts';
import { DISK } from './disk.ts';
import { LOCK_THREATS } from './lock.ts';
import { NETWORK } from './network.ts';
import { PAGE } from './page.ts';
import { PROGRAMS_THREATS } from './programs.ts';
import { RECORD } from './record.ts';
import { REDACTION } from './redaction.ts';
import { RELEASE } from './release.ts';
import { SERVICE } from './service.ts';
import { TEAM_THREATS } from './team.ts';
import { TEAM_FAILURES } from './team-failures.ts';

export const THREATS: readonly Threat[] = [
  ...PAGE,
  ...SERVICE,
  ...RECORD,
  ...BUNDLE,
  ...REDACTION,
  ...DISK,
  ...LOCK_THREATS,
  ...NETWORK,
  ...TEAM_THREATS,
  ...TEAM_FAILURES,
  ...PROGRAMS_THREATS,
  ...RELEASE,
];
