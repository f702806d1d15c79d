import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Deferred, defer } from '../deferred.ts';
import type { Fault, FaultStatus, FaultyService, NewFault } from './fault.ts';

export interface FaultRequest {
  readonly service: FaultyService;
  readonly method: string;
  /** The path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The user pool's operation, from `X-Amz-Target`. */
  readonly operation?: string | undefined;
  /** The customer's email, if known. */
  readonly customer?: string | undefined;
}

interface ActiveFault {
  readonly fault: Fault;
  readonly removed: Deferred<void>;
  /** `after` and `times` count down. */
  after: number;
  times: number;
  struck: number;
  held: number;
}

/** All faults, including those whose `times` has run out. */
export type FaultRegistry = ReturnType<typeof createFaultRegistry>;

/** Creates a registry. It calls `onAdd` with the service of every new fault before `add` returns. */
export const createFaultRegistry = (onAdd: (service: FaultyService) => void = () => {}) => {
  const faults = new Map<string, ActiveFault>();
  const remove = (id: string): boolean => {
    faults.get(id)?.removed.resolve();
    return faults.delete(id);
  };
  const active = () => [...faults.values()].filter(({ times }) => times > 0);
  const activeAt = (service: FaultyService) => active().filter(({ fault }) => fault.service === service);

  return {
    add(fault: NewFault): Fault {
      const added = { ...fault, id: randomUUID() };
      const { after = 0, times = Number.POSITIVE_INFINITY } = added;
      faults.set(added.id, { fault: added, removed: defer(), after, times, struck: 0, held: 0 });
      onAdd(added.service);
      return added;
    },
    /** Lists the faults, oldest first. */
    list: (): FaultStatus[] => [...faults.values()].map(statusOf),
    /** Removes a fault. Returns false if it didn't exist. */
    remove,
    clear(): void {
      for (const id of [...faults.keys()]) remove(id);
    },
    mayAffect: (service: FaultyService): boolean => activeAt(service).length > 0,
    /** Returns whether any of the service's faults is for one customer. */
    needsCustomer: (service: FaultyService): boolean =>
      activeAt(service).some(({ fault }) => fault.customer !== undefined),
    /** Returns the oldest matching fault, and counts it down. Every matching fault counts the request. */
    match(request: FaultRequest): Fault | undefined {
      const matching = active().filter(({ fault }) => matches(fault, request));
      const matched = matching.find(({ after }) => after === 0);
      for (const one of matching) one.after = Math.max(0, one.after - 1);
      if (matched === undefined) return undefined;
      matched.times -= 1;
      matched.struck += 1;
      return matched.fault;
    },
    /** Counts a response as held until the returned function is called. */
    holdReply(id: string): () => void {
      const holding = faults.get(id);
      if (holding === undefined) return () => {};
      holding.held += 1;
      return () => {
        holding.held -= 1;
      };
    },
    /** Resolves when the fault is removed, or immediately if it doesn't exist. */
    whenRemoved: (id: string): Promise<void> => faults.get(id)?.removed.promise ?? Promise.resolve(),
  };
};

const statusOf = ({ fault, after, times, struck, held }: ActiveFault): FaultStatus => ({
  ...fault,
  ...(fault.after === undefined ? {} : { after }),
  ...(fault.times === undefined ? {} : { times }),
  struck,
  held,
});

const matches = (fault: Fault, target: FaultRequest): boolean => {
  const [method, path = '', operation] = fault.match.split(' ');
  const samePath = path.endsWith('*') ? target.path.startsWith(path.slice(0, -1)) : target.path === path;
  return (
    fault.service === target.service &&
    method === target.method &&
    samePath &&
    (operation === undefined || operation === target.operation) &&
    (fault.customer === undefined || fault.customer.toLowerCase() === target.customer?.toLowerCase()) &&
    Object.entries(fault.query ?? {}).every(([name, value]) => target.query.getAll(name).includes(value)) &&
    Object.entries(fault.requestHeaders ?? {}).every(([name, value]) =>
      valuesOf(target.headers, name).includes(value),
    )
  );
};

const valuesOf = (headers: IncomingHttpHeaders, name: string): readonly string[] =>
  [headers[name.toLowerCase()] ?? []].flat();
