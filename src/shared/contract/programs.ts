/** The programs that send requests through the app, and their rights. A key never crosses to the renderer: main copies it to the clipboard. */
import { z } from 'zod';
import { Id } from '../model/primitives.ts';
import { CommandOnPath, HttpPort, NewProgram, Program, ProgramsSnapshot } from '../model/program.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const programs = {
  list: query(Nothing, ProgramsSnapshot),
  /** Makes a program and copies its key to the clipboard. The app keeps only a hash of the key. */
  create: mutation(NewProgram, Program),
  /** Ends a program's rights at once; its pending requests are cancelled. */
  revoke: mutation(z.strictObject({ id: Id }), Nothing),
  /** Lets a program ask again that was paused after too many refusals. */
  resume: mutation(z.strictObject({ id: Id }), Nothing),
  /** Turns the local HTTP server on, after asking the person outside the page, or off with `null`. A refusal changes nothing. */
  setHttp: mutation(z.strictObject({ port: HttpPort.nullable() }), ProgramsSnapshot),
  /** Whether the command `latchkey` is on PATH. */
  command: query(Nothing, CommandOnPath),
  /** Puts the command on PATH, or takes it away. */
  setCommand: mutation(z.strictObject({ isInstalled: z.boolean() }), CommandOnPath),
  onChanged: event(ProgramsSnapshot),
};
