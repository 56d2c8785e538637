/** Resolves in the next turn of the event loop, so that other work can run between two steps of a long one. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
