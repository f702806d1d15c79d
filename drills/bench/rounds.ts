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
