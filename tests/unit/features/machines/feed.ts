import type { ActorRefLike, InspectionEvent } from 'xstate';
import type { MachineFeed } from '#features/machines/recorder.ts';

/** A feed of actors that are created with its `inspect`. */
export function createFeed(): MachineFeed & { readonly inspect: (event: InspectionEvent) => void } {
  const observers: ((event: InspectionEvent) => void)[] = [];
  const roots = new Set<ActorRefLike>();
  return {
    roots,
    observe: (observe) => void observers.push(observe),
    inspect(event) {
      if (event.type === '@xstate.actor' && event.actorRef.sessionId === event.rootId)
        roots.add(event.actorRef);
      for (const observe of observers) observe(event);
    },
  };
}
