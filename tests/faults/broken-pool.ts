import type { AddedFault, Console } from '#tests/browser/console.ts';

/** Lets the pool break at the next request for an operation. */
export const breakPool = (console: Console, operation: string): Promise<AddedFault> =>
  console.addFault({
    service: 'pool',
    match: `POST / ${operation}`,
    fault: 'status',
    status: 500,
    body: '{"__type":"InternalErrorException","message":"Something went wrong"}',
    times: 1,
  });
