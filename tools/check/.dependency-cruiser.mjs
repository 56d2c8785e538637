/** Holds src/ to the table of rooms in scripts/boundaries.mjs. */
import { rules } from '../../scripts/boundaries.mjs';

export default {
  forbidden: rules(),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types count too: a room that needs another's types knows that room.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'] },
  },
};
