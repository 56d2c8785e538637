/** Imported before any schema: the content security policy forbids eval, so zod must not use it. */
import { z } from 'zod';

z.config({ jitless: true });
