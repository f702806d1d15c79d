/**
 * Measures each candidate once per round, so that other load slows all equally. Every other round runs in reverse
 * order, so that a candidate doesn't always follow the same one.
 *
 * @returns a function that returns a candidate's results
 */
export const measureInTurn = async <Name extends string, Result>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name) => Promise<Result>,
): Promise<(name: Name) => readonly Result[]> => {
  const results = new Map<Name, Result[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await measure(name).catch((cause: unknown) => {
        throw new Error(`${name}, round ${round + 1}, could not be measured`, { cause });
      });
      results.get(name)?.push(result);
    }
  }
  return (name) => results.get(name) ?? [];
};

/** Times reads in turn, like `measureInTurn`. Returns each read's times in ms, without the warm-up. */
export const timeInTurn = async (
  reads: readonly (() => Promise<unknown>)[],
  { warmUps, rounds }: { readonly warmUps: number; readonly rounds: number },
): Promise<readonly (readonly number[])[]> => {
  const places = reads.map((_, place) => String(place));
  const times = await measureInTurn(warmUps + rounds, places, async (place) => {
    const start = performance.now();
    await reads[Number(place)]?.();
    return performance.now() - start;
  });
  return places.map((place) => times(place).slice(warmUps));
};

/** Fetches JSON from the store. @throws {Error} if the response isn't 2xx */
export const readJson = async (address: string, authorization: string): Promise<unknown> => {
  const response = await fetch(address, { headers: { authorization } });
  if (!response.ok) throw new Error(`The store answered ${address} with ${response.status}`);
  return response.json();
};
