/** How many random walks through each machine, and from which seed. */
export interface WalkOptions {
  readonly seed: number;
  readonly walks: number;
}

const seedVariable = 'MODEL_SEED';
const walksVariable = 'MODEL_WALKS';

/** A run without options walks the same ways each time, so that a failure is nobody's luck. */
const defaults: WalkOptions = { seed: 20_261_121, walks: 3_400 };

const numberIn = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is not a whole number`);
  return number;
};

/** The options of this run, from its environment. */
export const walkOptions = (environment: NodeJS.ProcessEnv = process.env): WalkOptions => ({
  seed: numberIn(environment[seedVariable], defaults.seed),
  walks: numberIn(environment[walksVariable], defaults.walks),
});

/** An environment that hands options on to `walkOptions`. */
export const environmentOf = (
  seed: string | undefined,
  walks: string | undefined,
): Record<string, string> => ({
  ...(seed === undefined ? {} : { [seedVariable]: seed }),
  ...(walks === undefined ? {} : { [walksVariable]: walks }),
});
