import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

const wrongCode = '000000';
/** A code that is not this one. */
export const otherThan = (code: string) => (code === wrongCode ? '111111' : wrongCode);

/** The links to other screens of a refusal after which the account may exist. */
export const waysOn = 'Sign in insteadVerify your email';

/** Holds a refusal to its words, paragraph by paragraph and the links that follow them too, and the form to what was typed. */
export const expectRefusal = async (
  error: Locator,
  text: string | readonly string[],
  typed: ReadonlyMap<Locator, string>,
): Promise<void> => {
  await expect(error.getByRole('paragraph')).toHaveText([text].flat());
  for (const [field, value] of typed) await expect(field).toHaveValue(value);
};
