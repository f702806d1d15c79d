import { randomUUID } from 'node:crypto';
import { type Deferred, defer } from '../deferred.ts';
import type { Fault, FaultyService, NewFault } from './fault.ts';

/** A request, as faults are matched against it. */
export interface FaultTarget {
  readonly service: FaultyService;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The user pool's operation, from `X-Amz-Target`. */
  readonly operation?: string | undefined;
}

/** The faults that stand. */
export interface FaultRegistry {
  add(fault: NewFault): Fault;
  /** Oldest first, `times` as what is left. */
  list(): Fault[];
  /** Whether there was one. */
  remove(id: string): boolean;
  clear(): void;
  /** Whether any fault stands for the service. */
  concerns(service: FaultyService): boolean;
  /** The oldest fault that fits the request, counted down. With nothing left it is forgotten, unless it holds replies. */
  take(target: FaultTarget): Fault | undefined;
  /** Resolves when the fault is removed: at once if it does not stand. */
  removal(id: string): Promise<void>;
}

interface Standing {
  readonly fault: Fault;
  readonly removal: Deferred<void>;
}

/** `onAdd` hears of every new fault before `add` answers. */
export function createFaultRegistry(onAdd: (service: FaultyService) => void = () => {}): FaultRegistry {
  const standing = new Map<string, Standing>();
  const remove = (id: string): boolean => {
    standing.get(id)?.removal.resolve();
    return standing.delete(id);
  };
  const all = () => [...standing.values()].map(({ fault }) => fault);

  return {
    add(fault) {
      const added = { ...fault, id: randomUUID() };
      standing.set(added.id, { fault: added, removal: defer() });
      onAdd(added.service);
      return added;
    },
    list: all,
    remove,
    clear() {
      for (const { id } of all()) remove(id);
    },
    concerns: (service) => all().some((fault) => fault.service === service),
    take(target) {
      const found = [...standing.values()].find(({ fault }) => fits(fault, target));
      if (found === undefined) return undefined;
      const { fault, removal } = found;
      if (fault.times === 1 && fault.fault !== 'hold') remove(fault.id);
      else if (fault.times !== undefined)
        standing.set(fault.id, { fault: { ...fault, times: fault.times - 1 }, removal });
      return fault;
    },
    removal: (id) => standing.get(id)?.removal.promise ?? Promise.resolve(),
  };
}

function fits(fault: Fault, target: FaultTarget): boolean {
  const [method, path = '', operation] = fault.match.split(' ');
  const samePath = path.endsWith('*') ? target.path.startsWith(path.slice(0, -1)) : target.path === path;
  return (
    fault.service === target.service &&
    fault.times !== 0 &&
    method === target.method &&
    samePath &&
    (operation === undefined || operation === target.operation)
  );
}
