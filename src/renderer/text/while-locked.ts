/** The sentences about tasks and programs while the app is locked. */
export const WHILE_LOCKED = {
  goOn: 'Tasks go on, and programs that you allowed can still ask.',
  stop: 'While the app is locked, tasks pause and programs cannot ask. Set by your administrator.',
} as const;
