import { describe, expect, it } from 'vitest';
import { type Sbom, shippedSbom } from '../../../scripts/lib/sbom.mjs';

const component = (ref: string) => {
  const at = ref.lastIndexOf('@');
  const properties = [{ name: 'cdx:npm:package:development', value: 'true' }];
  return { 'bom-ref': ref, name: ref.slice(0, at), version: ref.slice(at + 1), scope: 'optional', properties };
};
const OF_NPM: Sbom = {
  metadata: { component: { 'bom-ref': 'latchkey@1.0.0', name: 'folder', type: 'library' } },
  components: ['electron@45.0.0', 'zod@4.0.0', 'zod@3.0.0', '@hono/node-server@2.0.0', 'vitest@5.0.0'].map(component),
  dependencies: [
    { ref: 'latchkey@1.0.0', dependsOn: ['zod@4.0.0', 'vitest@5.0.0'] },
    { ref: '@hono/node-server@2.0.0', dependsOn: ['zod@4.0.0', 'vitest@5.0.0'] },
    { ref: 'vitest@5.0.0', dependsOn: [] },
  ],
};
const SHIPPED = [
  { name: 'zod', version: '4.0.0' },
  { name: '@hono/node-server', version: '2.0.0' },
];
const APPLICATION = { name: 'Latchkey', version: '1.0.0' };

describe('the list of packages beside a release', () => {
  const sbom = shippedSbom(OF_NPM, SHIPPED, APPLICATION);

  it('has the bundled packages in their versions, and Electron; no tool', () => {
    const refs = sbom.components.map((one) => one['bom-ref']);
    expect(refs).toEqual(['electron@45.0.0', 'zod@4.0.0', '@hono/node-server@2.0.0']);
    expect(sbom.components.filter(({ scope, properties }) => scope !== 'required' || properties)).toEqual([]);
  });

  it('names the application, and each dependency among what is shipped', () => {
    expect(sbom.metadata.component).toMatchObject({ name: 'Latchkey', type: 'application', version: '1.0.0' });
    expect(sbom.dependencies).toEqual([
      { ref: 'latchkey@1.0.0', dependsOn: ['electron@45.0.0', 'zod@4.0.0', '@hono/node-server@2.0.0'] },
      { ref: '@hono/node-server@2.0.0', dependsOn: ['zod@4.0.0'] },
    ]);
  });

  it('is refused when npm does not know a bundled package', () => {
    const more = [...SHIPPED, { name: 'copied', version: '1.0.0' }];
    expect(() => shippedSbom(OF_NPM, more, APPLICATION)).toThrow('lacks copied');
  });
});
