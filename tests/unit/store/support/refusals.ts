import { expect } from 'vitest';
import type { Answered } from './operator.ts';

/** Returns the part of an error response that tests compare. */
export const refusal = (status: number, code: string, detail?: unknown) => ({
  status,
  body: detail === undefined ? { code } : { code, detail },
});

/** Expects the command to exit with code 1 and write `complaints` to standard error. */
export const expectComplaint = async (answered: Promise<Answered>, complaints: unknown): Promise<void> =>
  expect(await answered).toMatchObject({ exitCode: 1, complaints });
