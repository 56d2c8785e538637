/** Replaces `electron` in tests: code that reads a member of it throws an error with the member's name. */
const fail = (name: string): never => {
  throw new Error(`a test reached electron.${name}; hand in a port instead`);
};

export const app = new Proxy({}, { get: (_, key) => fail(`app.${String(key)}`) });
export const ipcMain = new Proxy({}, { get: (_, key) => fail(`ipcMain.${String(key)}`) });
export const safeStorage = new Proxy({}, { get: (_, key) => fail(`safeStorage.${String(key)}`) });
export const session = new Proxy({}, { get: (_, key) => fail(`session.${String(key)}`) });
