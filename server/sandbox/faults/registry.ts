import { randomUUID } from 'node:crypto';
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
  /** The oldest fault that fits the request, counted down. */
  take(target: FaultTarget): Fault | undefined;
}

/** `onAdd` hears of every new fault before `add` answers. */
export function createFaultRegistry(onAdd: (service: FaultyService) => void = () => {}): FaultRegistry {
  const faults = new Map<string, Fault>();
  return {
    add(fault) {
      const added = { ...fault, id: randomUUID() };
      faults.set(added.id, added);
      onAdd(added.service);
      return added;
    },
    list: () => [...faults.values()],
    remove: (id) => faults.delete(id),
    clear: () => faults.clear(),
    concerns: (service) => [...faults.values()].some((fault) => fault.service === service),
    take(target) {
      const fault = [...faults.values()].find((candidate) => fits(candidate, target));
      if (fault?.times === 1) faults.delete(fault.id);
      else if (fault?.times !== undefined) faults.set(fault.id, { ...fault, times: fault.times - 1 });
      return fault;
    },
  };
}

function fits(fault: Fault, target: FaultTarget): boolean {
  const [method, path = '', operation] = fault.match.split(' ');
  const samePath = path.endsWith('*') ? target.path.startsWith(path.slice(0, -1)) : target.path === path;
  return (
    fault.service === target.service &&
    method === target.method &&
    samePath &&
    (operation === undefined || operation === target.operation)
  );
}
