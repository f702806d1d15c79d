import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

/** How many codes the pool sends a user in an hour. */
export const codesPerHour = 5;

const wrongCode = '000000';
/** A code that is not this one. */
export const otherThan = (code: string) => (code === wrongCode ? '111111' : wrongCode);

/** Holds a refusal to its words, which links to other screens may follow, and the form to what was typed. */
export const expectRefusal = async (
  error: Locator,
  text: string,
  typed: ReadonlyMap<Locator, string>,
): Promise<void> => {
  await expect(error.getByRole('paragraph').first()).toHaveText(text);
  for (const [field, value] of typed) await expect(field).toHaveValue(value);
};
