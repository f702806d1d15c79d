import { fromPromise, type NonReducibleUnknown } from 'xstate';

/** An actor that answers with this at once. Which actor it is, and so what it may answer, its place says. */
export const answers = <Output, Input = NonReducibleUnknown>(output: NoInfer<Output>) =>
  fromPromise<Output, Input>(async () => output);

/** An actor that never answers: its machine stays in the state that waits for it. */
export const never = <Output, Input = NonReducibleUnknown>() =>
  fromPromise<Output, Input>(() => new Promise<never>(() => undefined));

/** An actor that breaks for a reason that nobody has foreseen. */
export const breaks = <Output, Input = NonReducibleUnknown>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('Out of order')));
