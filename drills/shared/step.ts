/** Runs a step and prints how long it took, even if it fails. */
export const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  console.time(name);
  try {
    return await work();
  } finally {
    console.timeEnd(name);
  }
};
