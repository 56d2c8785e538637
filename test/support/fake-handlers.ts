/** A handler table derived from the contract: every operation records its inputs and answers with a valid sample. */
import { type CallContext, declarations, type Handlers } from '../../src/shared/contract/index.ts';
import { sampleOf } from './schema-sample.ts';

export type AnyHandler = (input: unknown, context: CallContext) => unknown;

export class FakeHandlers {
  /** An override returns this to answer with the sample. */
  static readonly SAMPLE = Symbol('sample');
  /** Inputs that reached a handler, by channel. */
  readonly reached: { channel: string; input: unknown }[] = [];
  readonly #overrides = new Map<string, AnyHandler>();

  /** Overrides the handler of one operation, or of all with `*`. */
  answer(channel: string, handler: AnyHandler): void {
    this.#overrides.set(channel, handler);
  }

  /** Forgets overrides and inputs, so that tests share one registered table. */
  reset(): void {
    this.reached.length = 0;
    this.#overrides.clear();
  }

  /** The table of all operations in the contract. */
  table(): Handlers {
    const table: Record<string, Record<string, AnyHandler>> = {};
    for (const { area, name, channel, declaration } of declarations()) {
      if (declaration.kind === 'event') continue;
      table[area] ??= {};
      table[area][name] = (input, context) => {
        this.reached.push({ channel, input });
        const override = this.#overrides.get(channel) ?? this.#overrides.get('*');
        const answer = override ? override(input, context) : FakeHandlers.SAMPLE;
        return answer === FakeHandlers.SAMPLE ? sampleOf(declaration.output) : answer;
      };
    }
    return table as unknown as Handlers;
  }
}
