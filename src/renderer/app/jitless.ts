/** Imported before any schema: the content security policy forbids eval, so zod must not try it. */
import { z } from 'zod';

z.config({ jitless: true });
