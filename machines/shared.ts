import type { DoneActorEvent, ErrorActorEvent, EventObject, OutputFrom } from 'xstate';
import type { AuthFailure, AuthStep, IdentityFailure } from './auth.types.ts';

/** Stands in for an actor until `provide` binds it. */
export const unimplemented = (): never => {
  throw new Error('No implementation was provided for this actor');
};

/** The events that end a machine's actors. Each invocation has the id of its actor. */
export type ActorEvents<Actors> = {
  [Id in keyof Actors & string]: DoneActorEvent<OutputFrom<Actors[Id]>, Id> | ErrorActorEvent<unknown, Id>;
}[keyof Actors & string];

/** Any event. Only the end of an actor has an output. */
type EndOf<Output> = EventObject | DoneActorEvent<Output>;
type OutputIn<Event> = Event extends { readonly output: infer Output } ? Output : never;

/** Returns the output of the actor that has just ended, or null for any other event. */
export function outputOf<Event extends EventObject>(event: Event): OutputIn<Event> | null;
export function outputOf(event: EventObject & { readonly output?: unknown }): unknown {
  return event.output ?? null;
}

/** Whether the actor has done what it was asked. */
export const isDone = ({ event }: { readonly event: EndOf<{ readonly outcome: string } | null> }): boolean =>
  outputOf(event)?.outcome === 'done';

interface Refusable {
  readonly outcome: string;
  readonly failure?: IdentityFailure;
}

/** Returns why the identity service refused a request. Errors and timeouts have the name `unknown`. */
export const failureOf = (event: EndOf<Refusable | null>): IdentityFailure =>
  outputOf(event)?.failure ?? { name: 'unknown', message: '' };

/** Keeps a step's failure, for the screen of that step: `fail: assign(failureAt)`. */
export const failureAt = (
  { event }: { readonly event: EndOf<Refusable | null> },
  { step }: { readonly step: AuthStep },
): { readonly failure: AuthFailure } => ({ failure: { step, ...failureOf(event) } });

type Dismissal = { readonly type: 'failure.dismissed'; readonly step: AuthStep };

/** Whether a dismissed failure is the machine's own. */
export const hasFailedAt = ({
  context,
  event,
}: {
  readonly context: { readonly failure: AuthFailure | null };
  readonly event: EventObject | Dismissal;
}): boolean => 'step' in event && context.failure?.step === event.step;
