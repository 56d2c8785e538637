/** The only place where services are constructed. */
import type { Console } from './console.ts';
import type { PlatformKit } from './platform/kit.ts';

export async function compose(_kit: PlatformKit): Promise<Console> {
  throw new Error('not composed yet');
}
