/** Prints how long the step took, also if it fails. */
export const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  console.time(name);
  try {
    return await work();
  } finally {
    console.timeEnd(name);
  }
};
