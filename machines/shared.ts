import {
  assertEvent,
  type DoneActorEvent,
  type ErrorActorEvent,
  type EventObject,
  type OutputFrom,
} from 'xstate';
import type { AuthFailure, AuthStep, IdentityFailure } from './account/auth.types.ts';

/** The implementation of an actor until `provide` replaces it. */
export const unimplemented = (): never => {
  throw new Error('No implementation was provided for this actor');
};

/** The events that end a machine's actors. Each invocation has the id of its actor. */
export type ActorEvents<Actors> = {
  [Id in keyof Actors & string]: DoneActorEvent<OutputFrom<Actors[Id]>, Id> | ErrorActorEvent<unknown, Id>;
}[keyof Actors & string];

/** The ids of a machine's children: those of its actors. */
export type Children<Actors> = { readonly [Id in keyof Actors & string]: Id };

/** Any event. Only the end of an actor has an output. */
type EndOf<Output> = EventObject | DoneActorEvent<Output>;
type OutputIn<Event> = Event extends { readonly output: infer Output } ? Output : never;

/** Returns the output of the actor that has just ended, or null for any other event. */
function outputOf<Event extends EventObject>(event: Event): OutputIn<Event> | null;
function outputOf(event: EventObject & { readonly output?: unknown }): unknown {
  return event.output ?? null;
}

/**
 * Returns the event that led here.
 * @throws Error for an event of another type
 */
export const eventAs = <Event extends EventObject, Type extends Event['type']>(
  event: Event,
  type: Type | readonly Type[],
) => {
  assertEvent(event, type);
  return event;
};

type WithOutcome<Output, Outcome> = Output extends { readonly outcome: Outcome } ? Output : never;

/**
 * Returns the output of the actor that has just ended.
 * @throws Error if it has another outcome, which a guard must have ruled out
 */
export function outputAs<Event extends EventObject, Outcome extends string>(
  event: Event,
  outcome: Outcome,
): WithOutcome<OutputIn<Event>, Outcome>;
export function outputAs(event: EndOf<{ readonly outcome: string } | null>, outcome: string): unknown {
  const output = outputOf(event);
  if (output?.outcome !== outcome) throw new Error(`${event.type} has another outcome than ${outcome}`);
  return output;
}

/** A guard: whether an actor has just ended with one of these outcomes. */
export const hasOutcome =
  (...outcomes: readonly string[]) =>
  ({ event }: { readonly event: EndOf<{ readonly outcome: string } | null> }): boolean =>
    outcomes.includes(outputOf(event)?.outcome ?? '');

export const isDone = hasOutcome('done');

/**
 * Returns a value that the entered state requires.
 * @throws Error for null
 */
export const required = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('A state was entered without its data');
  return value;
};

interface Refusable {
  readonly outcome: string;
  readonly failure?: IdentityFailure;
}

/** Returns why the identity service refused a request. Errors and timeouts have the name `unknown`. */
export const failureOf = (event: EndOf<Refusable | null>): IdentityFailure =>
  outputOf(event)?.failure ?? { name: 'unknown', message: '' };

/** Keeps a step's failure for the screen of that step: `fail: assign(failureAt)`. */
export const failureAt = (
  { event }: { readonly event: EndOf<Refusable | null> },
  { step }: { readonly step: AuthStep },
): { readonly failure: AuthFailure } => ({ failure: { step, ...failureOf(event) } });

interface Failing {
  readonly context: { readonly failure: AuthFailure | null };
  readonly event: EventObject | { readonly type: 'failure.dismissed'; readonly step: AuthStep };
}

/** A guard: whether the failure that is dismissed is this machine's. */
export const hasFailedAt = ({ context, event }: Failing): boolean =>
  'step' in event && context.failure?.step === event.step;
