import { expect } from 'vitest';
import type { Answered } from './operator.ts';

/** Returns the part of an error response that tests compare. */
export const refusal = (status: number, code: string, detail?: unknown) => ({
  status,
  body: detail === undefined ? { code } : { code, detail },
});

/** Expects the command to fail, and to write `complaints` to standard error. */
export const expectComplaint = async (answered: Promise<Answered>, complaints: unknown, exitCode = 1) =>
  expect(await answered).toMatchObject({ exitCode, complaints });
