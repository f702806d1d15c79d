import type { ActorRefLike, InspectionEvent } from 'xstate';
import type { AppConfig } from '#services/config/index.ts';

type Observe = (event: InspectionEvent) => void;

/** Lets developers watch the machines that run, from wherever they begin to. Nobody does unless asked to. */
export interface Inspection {
  /** For the options of each root actor. */
  readonly inspect: Observe;
  /** The root actors that were created. Those that have ended leave when another one comes. */
  readonly roots: ReadonlySet<ActorRefLike>;
  /** Hands over what happens from now on in the roots and in all that they invoke. */
  observe(observe: Observe): void;
}

const createInspection = (): Inspection => {
  const observers = new Set<Observe>();
  const roots = new Set<ActorRefLike>();
  return {
    roots,
    observe: (observe) => void observers.add(observe),
    inspect(event) {
      if (event.type === '@xstate.actor' && event.actorRef.sessionId === event.rootId) {
        for (const root of roots) if (root.getSnapshot().status !== 'active') roots.delete(root);
        roots.add(event.actorRef);
      }
      for (const observe of observers) observe(event);
    },
  };
};

/** Whether this build and its configuration show developers the machines at /machines. */
export const showsMachines = (config: AppConfig): boolean =>
  import.meta.env.DEV || config.machinesPanel === true;

/**
 * Begins what a developer asked for by the address before any machine runs, so that nothing is missed: the Stately
 * inspector at `?inspect`, the recorder at /machines. Their code is loaded here only.
 */
export const beginInspection = async (
  config: AppConfig,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<Inspection> => {
  const inspection = createInspection();
  const mayInspect = import.meta.env.DEV || config.inspect === true;
  if (mayInspect && new URLSearchParams(search).has('inspect')) {
    const { startInspector } = await import('./inspect-stately.ts');
    startInspector(inspection);
  }
  if (showsMachines(config) && pathname === '/machines') {
    const { recorderOf } = await import('#features/machines/recorder.ts');
    recorderOf(inspection);
  }
  return inspection;
};
