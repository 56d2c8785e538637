/** React without owner stacks: its development build captures a stack for each element, a quarter of the time of a component test. */
import * as React from 'react';

const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const state = (React as unknown as Record<string, object>)[internals];
if (!state || !('recentlyCreatedOwnerStacks' in state)) throw new Error('React counts its owner stacks elsewhere.');
// React captures none while this count is high, and resets the count each second. Only its warnings use them.
Object.defineProperty(state, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
  configurable: true,
});
