/** Creates a promise and its resolvers, like `Promise.withResolvers`, which Node 20 lacks. */
export const defer = <Value>() => {
  let resolve!: (value: Value) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<Value>((...settlers) => {
    [resolve, reject] = settlers;
  });
  return { promise, resolve, reject };
};

export type Deferred<Value> = ReturnType<typeof defer<Value>>;
