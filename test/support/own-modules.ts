/** Each test file evaluates its own modules, though several files share a process. */
import { vi } from 'vitest';

vi.resetModules();
// Electron tells each process where its resources lie.
Object.assign(process, { resourcesPath: '/opt/app/resources' });
