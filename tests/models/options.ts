/** How many random walks through each machine, and from which seed. */
export interface WalkOptions {
  readonly seed: number;
  /** Of the machine by itself. */
  readonly walks: number;
  /** Through its screens. */
  readonly screenWalks: number;
}

const seedVariable = 'MODEL_SEED';
const walksVariable = 'MODEL_WALKS';

/** A run without options takes the same paths each time, so that a failure can be repeated. */
const defaults: WalkOptions = { seed: 20_261_121, walks: 3_400, screenWalks: 2 };

const numberIn = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is not a whole number`);
  return number;
};

/** The options of this run, from its environment. */
export const walkOptions = (environment: NodeJS.ProcessEnv = process.env): WalkOptions => ({
  seed: numberIn(environment[seedVariable], defaults.seed),
  walks: Math.max(numberIn(environment[walksVariable], 0), defaults.walks),
  screenWalks: numberIn(environment[walksVariable], defaults.screenWalks),
});

/** An environment that driver options on to `walkOptions`. */
export const environmentOf = (
  seed: string | undefined,
  walks: string | undefined,
): Record<string, string> => ({
  ...(seed === undefined ? {} : { [seedVariable]: seed }),
  ...(walks === undefined ? {} : { [walksVariable]: walks }),
});
