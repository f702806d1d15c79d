/** What `Promise.withResolvers` gives on newer Node versions: a promise that is settled from outside. */
export const defer = <Value>() => {
  let resolve!: (value: Value) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<Value>((...settlers) => {
    [resolve, reject] = settlers;
  });
  return { promise, resolve, reject };
};

export type Deferred<Value> = ReturnType<typeof defer<Value>>;
