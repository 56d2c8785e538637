/**
 * Compares a model's type with the type that it stands for. A member fits when the model accepts every argument that the real member
 * accepts and gives a value that the real one could give. Everything in here is for the compiler alone.
 */
import type { EventEmitter } from 'node:events';

/** Pairs of a model's class and the real class that it stands for, so that `Menu` of the host is one of Electron's elsewhere. */
export type Pair = readonly [model: unknown, real: unknown];

/** The type with each model replaced by what it stands for. */
export type Real<Value, Pairs extends Pair> = 0 extends 1 & Value
  ? Value
  : Value extends Promise<infer Inner>
    ? Promise<Real<Inner, Pairs>>
    : Value extends readonly (infer Item)[]
      ? number extends Value['length']
        ? Real<Item, Pairs>[]
        : { [Index in keyof Value]: Real<Value[Index], Pairs> }
      : RealOf<Value, Pairs>;

type RealOf<Value, Pairs extends Pair> = [PairOf<Value, Pairs>] extends [never] ? Value : PairOf<Value, Pairs>[1];
type PairOf<Value, Pairs extends Pair> = Pairs extends Pair
  ? [Value] extends [Pairs[0]]
    ? [Pairs[0]] extends [Value]
      ? Pairs
      : never
    : never
  : never;

type Callable = (...args: never[]) => unknown;

/** The signatures of a function, up to four. */
type Signatures<F> = F extends {
  (...args: infer A): infer AR;
  (...args: infer B): infer BR;
  (...args: infer C): infer CR;
  (...args: infer D): infer DR;
}
  ? [A, AR] | [B, BR] | [C, CR] | [D, DR]
  : never;

type Accepts<Model extends Callable, Args extends readonly unknown[], Pairs extends Pair> = ((
  ...args: Extract<Real<Parameters<Model>, Pairs>, readonly unknown[]>
) => void) extends (...args: [...Args]) => void
  ? true
  : false;

type SignatureFault<Name extends string, Model extends Callable, Signature, Pairs extends Pair> = Signature extends [
  infer Args extends readonly unknown[],
  infer Answer,
]
  ? Accepts<Model, Args, Pairs> extends true
    ? [Real<ReturnType<Model>, Pairs>] extends [Answer]
      ? never
      : `${Name} gives something else`
    : `${Name} takes other arguments`
  : never;

/** `unknown` has the type of what throws its name. */
type MemberFault<Name extends string, Model, Wanted, Pairs extends Pair> = unknown extends Model
  ? never
  : [Wanted] extends [Callable]
    ? [Model] extends [Callable]
      ? SignatureFault<Name, Model, Signatures<Wanted>, Pairs>
      : `${Name} is a function`
    : [Real<Model, Pairs>] extends [Wanted]
      ? never
      : `${Name} has another type`;

/** A name that begins with `_` is the host's own. */
type Keys<Model> = Exclude<keyof Model, keyof EventEmitter | keyof typeof EventEmitter | `_${string}`> & string;

/** One sentence for each member that does not fit, or `never`. `Own`: members that only the host has. */
export type Faults<Name extends string, Model, Wanted, Pairs extends Pair = never, Own extends string = never> = {
  [Key in Keys<Model>]: Key extends Own
    ? Key extends keyof Wanted
      ? `${Name}.${Key} is not the host’s own`
      : never
    : Key extends keyof Wanted
      ? MemberFault<`${Name}.${Key}`, Model[Key], Wanted[Key], Pairs>
      : `${Name}.${Key} is unknown`;
}[Keys<Model>];

/** Compiles only without a fault; otherwise the compiler's message names them. */
export type None<Found extends never> = Found;
