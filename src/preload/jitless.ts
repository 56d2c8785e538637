/** Imported first: the preload runs under the page's CSP, where zod must not try `new Function`. */
import { z } from 'zod';

z.config({ jitless: true });
