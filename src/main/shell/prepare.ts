/** What Electron accepts only before `ready`: a sandbox for every renderer, and the privileges of the application's scheme. */
import { app } from 'electron';
import { registerScheme } from './scheme.ts';

export function prepare(): void {
  app.enableSandbox();
  registerScheme();
}
