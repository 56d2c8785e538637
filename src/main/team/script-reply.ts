/** Reads the replies of the engine's scripts, which are JSON. */
import { z } from 'zod';
import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import { EngineError } from './engine.ts';

/** Makes the schema of a list in a reply. Lua writes an empty list as `{}`. */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.union([z.array(item).max(max), z.strictObject({}).transform((): z.infer<Item>[] => [])]);

/** Parses the reply of a script. Throws an EngineError when it does not match the schema. */
export function readReply<Reply>(schema: z.ZodType<Reply>, reply: unknown): Reply {
  const read = schema.safeParse(jsonOrNull(String(reply))).data;
  if (read === undefined) throw new EngineError('no reply of the script');
  return read;
}
