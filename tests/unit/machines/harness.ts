import { fromPromise, type NonReducibleUnknown } from 'xstate';

export const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  return { promise, resolve, reject };
};

export const answering = <Output, Input = NonReducibleUnknown>(
  answer: (input: Input) => Output | Promise<Output>,
) => {
  const inputs: Input[] = [];
  const logic = fromPromise<Output, Input>(async ({ input }) => {
    inputs.push(input);
    return answer(input);
  });
  return { inputs, logic };
};

export const failing = () => Promise.reject(new Error('out of order'));

export const settle = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
};
