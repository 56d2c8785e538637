/** The comparison of a model with what it stands for, read by the compiler alone: `npm run check` fails where an expectation is wrong. */
import { expectTypeOf, it } from 'vitest';
import type { Faults } from '../../host/fits.ts';

interface Owner {
  name: string;
}
interface OwnerModel {
  readonly model: true;
}
interface Wanted {
  read(path: string): number;
  watch(path: string, after: Date): void;
  watch(path: string): void;
  owner(): Owner | null;
  title: string;
}
type Of<Model, Own extends string = never> = Faults<'a', Model, Wanted, readonly [OwnerModel, Owner], Own>;

it('finds nothing where a model takes all that it is given, and gives what is expected', () => {
  expectTypeOf<Of<{ read(path: string | URL): 1; title: 'fixed'; owner(): OwnerModel }>>().toBeNever();
  expectTypeOf<Of<{ read(): number; watch(path: string, after?: Date): void }>>().toBeNever();
  expectTypeOf<Of<{ own: boolean; _hidden: boolean }, 'own'>>().toBeNever();
});

it('names the member and the kind of its difference', () => {
  expectTypeOf<Of<{ read(path: URL): number }>>().toEqualTypeOf<'a.read takes other arguments'>();
  expectTypeOf<Of<{ read(path: string, mode: string): number }>>().toEqualTypeOf<'a.read takes other arguments'>();
  expectTypeOf<Of<{ read(): string }>>().toEqualTypeOf<'a.read gives something else'>();
  expectTypeOf<Of<{ read: number }>>().toEqualTypeOf<'a.read is a function'>();
  expectTypeOf<Of<{ title: string | null }>>().toEqualTypeOf<'a.title has another type'>();
  expectTypeOf<Of<{ gone(): void }>>().toEqualTypeOf<'a.gone is unknown'>();
  expectTypeOf<Of<{ title: string }, 'title'>>().toEqualTypeOf<'a.title is not the host’s own'>();
});

it('compares each signature of a function', () => {
  expectTypeOf<Of<{ watch(path: string): void }>>().toBeNever();
  expectTypeOf<Of<{ watch(path: string, after: Date): void }>>().toEqualTypeOf<'a.watch takes other arguments'>();
  expectTypeOf<Of<{ watch(path: Date): void }>>().toEqualTypeOf<'a.watch takes other arguments'>();
});
