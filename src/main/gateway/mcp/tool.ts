/** A tool for agents. Its name, description and schemas are fixed; the program's level decides whether it is listed. */
import type { z } from 'zod';
import type { Api } from '../../../shared/model/primitives.ts';
import type { ProgramLevel } from '../../../shared/model/program.ts';
import type { Granted } from '../programs.ts';
import type { Working } from '../work.ts';
import type { McpDeps } from './deps.ts';

/** The services that a tool may use. */
export interface ToolServices extends McpDeps {
  readonly waitMs: (program: Granted, api: Api, requests: number) => number;
  readonly signal: AbortSignal;
  /** Tells the relay that a write is about to be sent, which may be done even if the app ends before it answers. */
  readonly beginWrite: () => void;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly level: ProgramLevel;
  /** False for a tool that sends no request to the service. */
  readonly asksService: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly run: (args: never, working: Working, desk: ToolServices) => Promise<object>;
}

/** Declares a tool, and lets TypeScript check its work against its schemas. */
export const tool = <In extends z.ZodObject, Out extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'output' | 'run'> & {
    readonly input: In;
    readonly output: Out;
    readonly run: (args: z.output<In>, working: Working, desk: ToolServices) => Promise<z.input<Out>>;
  },
): Tool => one as unknown as Tool;
