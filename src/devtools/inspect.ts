import { Actor, type ActorRefLike, type InspectionEvent } from 'xstate';
import type { MachineFeed } from './recorder.ts';

type Observe = (event: InspectionEvent) => void;

export interface DeveloperOptions {
  /** Whether `?inspect` opens the Stately inspector. */
  readonly inspect?: boolean;
  /** Whether /machines shows the running machines. */
  readonly machinesPanel?: boolean;
}

/** Feeds the developer tools. Does nothing without an observer. */
export interface Inspection extends MachineFeed {
  /** The `inspect` option to pass to each root actor. */
  readonly inspect: Observe;
}

export const createInspection = (): Inspection => {
  const observers = new Set<Observe>();
  const roots = new Set<ActorRefLike>();
  return {
    roots,
    observe: (observe) => void observers.add(observe),
    inspect(event) {
      const { actorRef, rootId, type } = event;
      if (type === '@xstate.actor' && actorRef.sessionId === rootId && actorRef instanceof Actor) {
        roots.add(actorRef);
        actorRef.subscribe({ complete: () => roots.delete(actorRef) });
      }
      for (const observe of observers) observe(event);
    },
  };
};

export const showsMachines = (config: DeveloperOptions): boolean =>
  import.meta.env.DEV || config.machinesPanel === true;

/** Starts inspection. Call it before any machine starts, so that the tools miss no event. */
export const beginInspection = async (
  config: DeveloperOptions,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<Inspection> => {
  const inspection = createInspection();
  const mayInspect = import.meta.env.DEV || config.inspect === true;
  if (mayInspect && new URLSearchParams(search).has('inspect')) {
    const { startInspector } = await import('./stately-inspector.ts');
    startInspector(inspection);
  }
  if (showsMachines(config) && pathname === '/machines') {
    const { recorderOf } = await import('./recorder.ts');
    recorderOf(inspection);
  }
  return inspection;
};
