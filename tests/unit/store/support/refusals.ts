import { expect } from 'vitest';
import type { Answered } from './operator.ts';

/** A response that refuses a request, to match. */
export const refusal = (status: number, code: string, detail?: unknown) => ({
  status,
  body: detail === undefined ? { code } : { code, detail },
});

/** @param complaints what the command prints as it refuses */
export const expectComplaint = async (answered: Promise<Answered>, complaints: unknown): Promise<void> =>
  expect(await answered).toMatchObject({ exitCode: 1, complaints });
