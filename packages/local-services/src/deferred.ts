/** Creates a promise and its resolvers, as `Promise.withResolvers` does in newer versions than Node 20. */
export const defer = <Value>() => {
  let resolve!: (value: Value) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<Value>((...settlers) => {
    [resolve, reject] = settlers;
  });
  return { promise, resolve, reject };
};

export type Deferred<Value> = ReturnType<typeof defer<Value>>;
