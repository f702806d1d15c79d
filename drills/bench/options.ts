import { parseArgs } from 'node:util';

/** What can be measured by itself. */
export const parts = ['store', 'first-paint', 'usable', 'sign-in', 'dashboard', 'bytes', 'billing'] as const;
export type Part = (typeof parts)[number];

export interface Options {
  /** Exit with 1 where a limit is missed. */
  readonly check: boolean;
  /** How often each page is measured. */
  readonly rounds: number;
  /** What is measured. The document is only written with all of it. */
  readonly parts: readonly Part[];
}

const isPart = (name: string): name is Part => parts.some((part) => part === name);

/**
 * Reads the command line: `--check`, `--rounds 5`, and names of parts.
 *
 * @throws Error for what it does not know
 */
export const readOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { check: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds takes a whole number from 1 on');
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}. There are ${parts.join(', ')}.`);
  const chosen = positionals.filter(isPart);
  return { check: values.check, rounds, parts: chosen.length === 0 ? parts : chosen };
};
