import { parseArgs } from 'node:util';

export const parts = ['store', 'first-paint', 'usable', 'sign-in', 'dashboard', 'bytes', 'billing'] as const;
export type Part = (typeof parts)[number];

export interface Options {
  readonly check: boolean;
  readonly rounds: number;
  /** Only a run with all parts writes the document. */
  readonly parts: readonly Part[];
}

const isPart = (name: string): name is Part => parts.some((part) => part === name);

/** @throws Error for unknown arguments */
export const readOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { check: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new Error('--rounds must be a whole number of at least 1');
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}. There are ${parts.join(', ')}.`);
  const chosen = positionals.filter(isPart);
  return { check: values.check, rounds, parts: chosen.length === 0 ? parts : chosen };
};
