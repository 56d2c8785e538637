/** The renderer's side of the contract: calls that throw AppError, and queries and mutations keyed by area, operation and input. */
import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AppError, toAppError } from '../../shared/app-error.ts';
import type { Envelope, TakeCancel } from '../../shared/contract/define.ts';
import type {
  Area,
  Bridge,
  CallName,
  Contract,
  EventName,
  InputOf,
  OutputOf,
  PayloadOf,
} from '../../shared/contract/index.ts';

declare global {
  interface Window {
    readonly latchkey: Bridge;
  }
}

type AnyCall = (input: unknown, takeCancel: TakeCancel) => Promise<Envelope<unknown>>;
type AnyEvent = (listener: (payload: unknown) => void) => () => void;

const entry = (area: string, name: string): unknown =>
  (window.latchkey as unknown as Record<string, Record<string, unknown>>)[area]?.[name];

/** Calls main. Returns the output or throws main's AppError. `signal` aborts an abortable operation, and the call then throws `cancelled`. */
export async function call<A extends Area, Name extends CallName<A>>(
  area: A,
  name: Name,
  input: InputOf<A, Name>,
  signal?: AbortSignal,
): Promise<OutputOf<A, Name>> {
  if (signal?.aborted) throw new AppError('cancelled', {});
  let cancel = () => {};
  const abort = () => cancel();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const answer = await (entry(area, name) as AnyCall)(input, (given) => {
      cancel = given;
    });
    if (answer.ok) return answer.value as OutputOf<A, Name>;
    throw toAppError(answer.error);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Subscribes to an event of main; the returned function unsubscribes. */
export function listen<A extends Area, Name extends EventName<A>>(
  area: A,
  name: Name,
  listener: (payload: PayloadOf<A, Name>) => void,
): () => void {
  return (entry(area, name) as AnyEvent)(listener as (payload: unknown) => void);
}

export type QueryName<A extends Area> = {
  [Name in keyof Contract[A]]: Contract[A][Name] extends { kind: 'query' } ? Name : never;
}[keyof Contract[A]] &
  CallName<A>;
export type MutationName<A extends Area> = {
  [Name in keyof Contract[A]]: Contract[A][Name] extends { kind: 'mutation' } ? Name : never;
}[keyof Contract[A]] &
  CallName<A>;

export const keyOf = <A extends Area, Name extends QueryName<A>>(area: A, name: Name, input: InputOf<A, Name>) =>
  [area, name, input] as const;

type AbortableQuery = {
  [A in Area]: {
    [Name in QueryName<A>]: Contract[A][Name] extends { abortable: true } ? `${A}.${Name}` : never;
  }[QueryName<A>];
}[Area];

/** The abortable queries, listed here because importing the contract would load its schemas. A missing or an extra name does not compile. */
const ABORTABLE: Record<AbortableQuery, true> = { 'availability.search': true };

const readOf = <A extends Area, Name extends QueryName<A>>(area: A, name: Name, input: InputOf<A, Name>) => ({
  queryKey: keyOf(area, name, input) as readonly unknown[],
  // TanStack Query aborts a query without observers only if `queryFn` has read the signal. Other queries run on and fill the cache.
  queryFn: (context: { readonly signal: AbortSignal }) =>
    call(area, name, input, `${area}.${name}` in ABORTABLE ? context.signal : undefined),
});

/** Makes the options of a query for the query client. Components call {@link useAsk} instead. */
export const ask = <A extends Area, Name extends QueryName<A>>(area: A, name: Name, input: InputOf<A, Name>) =>
  queryOptions<OutputOf<A, Name>, AppError>(readOf(area, name, input));

interface AskOptions<Output, Data> extends Omit<UseQueryOptions<Output, AppError, Data>, 'queryKey' | 'queryFn'> {
  /** Shows the answer to the previous input until the answer to a new input arrives. */
  readonly keepsPrevious?: boolean;
}

/** Queries main: `useAsk('listings', 'status', { connectionId })`. */
export function useAsk<A extends Area, Name extends QueryName<A>, Data = OutputOf<A, Name>>(
  area: A,
  name: Name,
  input: InputOf<A, Name>,
  { keepsPrevious = false, ...options }: AskOptions<OutputOf<A, Name>, Data> = {},
): UseQueryResult<Data, AppError> {
  const previous = keepsPrevious ? { placeholderData: keepPreviousData } : {};
  return useQuery<OutputOf<A, Name>, AppError, Data>({ ...readOf(area, name, input), ...previous, ...options });
}

/** Returns the answer to a query. The component suspends until the answer arrives. */
export const useAnswer = <A extends Area, Name extends QueryName<A>>(area: A, name: Name, input: InputOf<A, Name>) =>
  useSuspenseQuery(ask(area, name, input)).data;

/** Makes the options of a mutation. Components call {@link useAct} instead. `nextSignal` returns the abort signal for each call of the mutation. */
export const act = <A extends Area, Name extends MutationName<A>>(
  area: A,
  name: Name,
  nextSignal?: () => AbortSignal,
) =>
  mutationOptions<OutputOf<A, Name>, AppError, InputOf<A, Name>>({
    mutationKey: [area, name],
    mutationFn: (input) => call(area, name, input, nextSignal?.()),
  });

/** Marks a mutation whose errors its component shows, so that no notification repeats them. */
export const quietly = <Options extends object>(options: Options): Options & { meta: { quiet: true } } => ({
  ...options,
  meta: { quiet: true },
});

interface ActOptions<Output, Input>
  extends Omit<UseMutationOptions<Output, AppError, Input>, 'mutationKey' | 'mutationFn'> {
  /** True when the component itself shows errors; then no notification shows them. */
  readonly quiet?: boolean;
  /** Aborts the operation, which must be abortable, when the component unmounts. */
  readonly abortsOnLeave?: boolean;
}

/** Returns a mutation that calls main: `useAct('tokens', 'renew')`. */
export function useAct<A extends Area, Name extends MutationName<A>>(
  area: A,
  name: Name,
  { quiet = false, abortsOnLeave = false, ...options }: ActOptions<OutputOf<A, Name>, InputOf<A, Name>> = {},
) {
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const nextSignal = () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
  const mutation = act(area, name, abortsOnLeave ? nextSignal : undefined);
  return useMutation({ ...(quiet ? quietly(mutation) : mutation), ...options });
}
