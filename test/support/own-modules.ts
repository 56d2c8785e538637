/** Each test file evaluates its own modules, though several files share a process. */
import { vi } from 'vitest';

vi.resetModules();
