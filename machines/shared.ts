import {
  assertEvent,
  type DoneActorEvent,
  type ErrorActorEvent,
  type EventObject,
  type OutputFrom,
} from 'xstate';
import type { AuthFailure, AuthStep, IdentityFailure } from './account/auth.types.ts';

/** Throws until `provide` replaces it with the actor's implementation. */
export const unimplemented = (): never => {
  throw new Error('No implementation was provided for this actor');
};

/** The done and error events of a machine's actors. Each invocation's id must equal its actor's name. */
export type ActorEvents<Actors> = {
  [Id in keyof Actors & string]: DoneActorEvent<OutputFrom<Actors[Id]>, Id> | ErrorActorEvent<unknown, Id>;
}[keyof Actors & string];

/** Maps the ids of a machine's children to its actors' names, which are the same. */
export type Children<Actors> = { readonly [Id in keyof Actors & string]: Id };

/** Any event. Only an actor's done event has an output. */
type EndOf<Output> = EventObject | DoneActorEvent<Output>;
type OutputIn<Event> = Event extends { readonly output: infer Output } ? Output : never;

/** Returns the output of the actor whose done event this is, or null for any other event. */
function outputOf<Event extends EventObject>(event: Event): OutputIn<Event> | null;
function outputOf(event: EventObject & { readonly output?: unknown }): unknown {
  return event.output ?? null;
}

/**
 * Returns the event, narrowed to the expected type.
 * @throws Error if the event has another type
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
 * Returns the output of the actor whose done event this is.
 * @throws Error if the output has another outcome, which a guard should have ruled out
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

/** Creates a guard that checks whether an actor ended with one of these outcomes. */
export const hasOutcome =
  (...outcomes: readonly string[]) =>
  ({ event }: { readonly event: EndOf<{ readonly outcome: string } | null> }): boolean =>
    outcomes.includes(outputOf(event)?.outcome ?? '');

export const isDone = hasOutcome('done');

/**
 * Returns a value that the current state requires.
 * @throws Error if the value is null
 */
export const required = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('A state was entered without its data');
  return value;
};

interface Refusable {
  readonly outcome: string;
  readonly failure?: IdentityFailure;
}

/** Returns why the identity service refused a request. The name is `unknown` for errors and timeouts. */
export const failureOf = (event: EndOf<Refusable | null>): IdentityFailure =>
  outputOf(event)?.failure ?? { name: 'unknown', message: '' };

/** Assigns a failure with its step, so that only that step's screen shows it: `fail: assign(failureAt)`. */
export const failureAt = (
  { event }: { readonly event: EndOf<Refusable | null> },
  { step }: { readonly step: AuthStep },
): { readonly failure: AuthFailure } => ({ failure: { step, ...failureOf(event) } });

interface Failing {
  readonly context: { readonly failure: AuthFailure | null };
  readonly event: EventObject | { readonly type: 'failure.dismissed'; readonly step: AuthStep };
}

/** Guards `failure.dismissed`: returns whether this machine has a failure at the dismissed step. */
export const hasFailedAt = ({ context, event }: Failing): boolean =>
  'step' in event && context.failure?.step === event.step;
