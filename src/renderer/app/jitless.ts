/** Imported before any schema: the content security policy forbids eval, so zod must not use it. */
import * as z from 'zod/mini';

z.config({ jitless: true });
