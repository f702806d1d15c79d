import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Deferred, defer } from '../deferred.ts';
import type { Fault, FaultStatus, FaultyService, NewFault } from './fault.ts';

/** A request, as faults are matched against it. */
export interface FaultRequest {
  readonly service: FaultyService;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The user pool's operation, from `X-Amz-Target`. */
  readonly operation?: string | undefined;
  /** The email of the customer whose request it is, when that is known. */
  readonly customer?: string | undefined;
}

/** The faults that were told, those with nothing left to strike included. */
export interface FaultRegistry {
  add(fault: NewFault): Fault;
  /** Oldest first. */
  list(): FaultStatus[];
  /** Whether there was one. */
  remove(id: string): boolean;
  clear(): void;
  /** Whether any fault may still strike the service. */
  mayAffect(service: FaultyService): boolean;
  /** Whether any fault asks whose a request of the service is. */
  needsCustomer(service: FaultyService): boolean;
  /** The oldest fault that fits the request and has let enough pass, counted down. All that fit count the request. */
  match(target: FaultRequest): Fault | undefined;
  /** A reply is held back from now until the answer is called. */
  holdReply(id: string): () => void;
  /** Resolves when the fault is removed: at once if it was never told, or was removed before. */
  whenRemoved(id: string): Promise<void>;
}

interface Standing {
  readonly fault: Fault;
  readonly removal: Deferred<void>;
  /** What is left. */
  after: number;
  times: number;
  struck: number;
  held: number;
}

/** `onAdd` hears of every new fault before `add` answers. */
export function createFaultRegistry(onAdd: (service: FaultyService) => void = () => {}): FaultRegistry {
  const told = new Map<string, Standing>();
  const remove = (id: string): boolean => {
    told.get(id)?.removal.resolve();
    return told.delete(id);
  };
  const standing = () => [...told.values()].filter(({ times }) => times > 0);
  const standingAt = (service: FaultyService) => standing().filter(({ fault }) => fault.service === service);

  return {
    add(fault) {
      const added = { ...fault, id: randomUUID() };
      const { after = 0, times = Number.POSITIVE_INFINITY } = added;
      told.set(added.id, { fault: added, removal: defer(), after, times, struck: 0, held: 0 });
      onAdd(added.service);
      return added;
    },
    list: () => [...told.values()].map(statusOf),
    remove,
    clear() {
      for (const id of [...told.keys()]) remove(id);
    },
    mayAffect: (service) => standingAt(service).length > 0,
    needsCustomer: (service) => standingAt(service).some(({ fault }) => fault.customer !== undefined),
    match(target) {
      const fitting = standing().filter(({ fault }) => fits(fault, target));
      const striking = fitting.find(({ after }) => after === 0);
      for (const one of fitting) one.after = Math.max(0, one.after - 1);
      if (striking === undefined) return undefined;
      striking.times -= 1;
      striking.struck += 1;
      return striking.fault;
    },
    holdReply(id) {
      const holding = told.get(id);
      if (holding === undefined) return () => {};
      holding.held += 1;
      return () => {
        holding.held -= 1;
      };
    },
    whenRemoved: (id) => told.get(id)?.removal.promise ?? Promise.resolve(),
  };
}

const statusOf = ({ fault, after, times, struck, held }: Standing): FaultStatus => ({
  ...fault,
  ...(fault.after === undefined ? {} : { after }),
  ...(fault.times === undefined ? {} : { times }),
  struck,
  held,
});

function fits(fault: Fault, target: FaultRequest): boolean {
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
}

const valuesOf = (headers: IncomingHttpHeaders, name: string): readonly string[] =>
  [headers[name.toLowerCase()] ?? []].flat();
