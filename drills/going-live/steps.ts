export const createSteps = () => {
  const begun = performance.now();
  const secondsSince = (since: number): number => Math.round((performance.now() - since) / 1000);
  return {
    async step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const stepBegun = performance.now();
      try {
        const result = await work();
        console.log(`${String(secondsSince(stepBegun)).padStart(4)} s  ${name}`);
        return result;
      } catch (error) {
        console.log(`${String(secondsSince(stepBegun)).padStart(4)} s  ${name}: failed`);
        throw error;
      }
    },
    seconds: (): number => secondsSince(begun),
  };
};
