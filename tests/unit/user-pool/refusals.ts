import { expect, test } from 'vitest';
import { type RunningPool, startPool } from './harness.ts';

/** One refusal of the pool: how it comes about, and its exact name and text. */
export type Refusal = readonly [
  title: string,
  provoke: (running: RunningPool) => Promise<{ status: number; name: unknown; message: unknown }>,
  name: string,
  message: string,
];

/** Tests that each refusal comes, on a new pool, with HTTP 400, its name and its text. */
export const testRefusals = (refusals: readonly Refusal[]): void => {
  test.each(refusals)('%s', async (_, provoke, name, message) => {
    const running = await startPool();
    expect(await provoke(running)).toEqual({ status: 400, name, message });
  });
};
