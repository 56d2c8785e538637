/**
 * Set-up of every test: a file ends when the modules that it began to load are there. Several files share a process and its modules; Vitest would
 * reject a pending load at the file's end, and every later file would get that rejection for the module.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => vi.dynamicImportSettled());
