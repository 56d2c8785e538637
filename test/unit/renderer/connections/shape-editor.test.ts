import { describe, expect, it } from 'vitest';
import { allPresets } from '../../../../src/main/api/presets.ts';
import { parseShape } from '../../../../src/renderer/features/connections/operations/operation-editor.tsx';

describe('parseShape', () => {
  it('parses the shapes of the presets', () => {
    for (const operation of allPresets().flatMap((preset) => preset.operations))
      for (const { shape } of operation.variants) expect(parseShape(JSON.stringify(shape))).toEqual({ shape });
  });
  it('reports each problem with its path', () => {
    expect(parseShape('{')).toEqual({ problems: [expect.stringContaining('Not valid JSON')] });
    const [shape] = allPresets()[0]?.operations[0]?.variants.map((variant) => variant.shape) ?? [];
    expect(parseShape(JSON.stringify({ ...shape, path: 'v1/listings' }))).toEqual({
      problems: ['“path” must start with / and hold no space, ? or #.'],
    });
  });
});
