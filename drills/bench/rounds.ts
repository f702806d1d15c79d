/**
 * Measures each candidate once a round, so that other load slows them all equally. Every other round runs in
 * reverse, so that no candidate always follows the same one.
 *
 * @returns the results of a candidate, by name
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

/** Measures reads in turn in the same way. Returns the times of each in ms, without those of the warm-up. */
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

/** @throws Error if the store refuses */
export const readJson = async (address: string, authorization: string): Promise<unknown> => {
  const response = await fetch(address, { headers: { authorization } });
  if (!response.ok) throw new Error(`The store answered ${address} with ${response.status}`);
  return response.json();
};
