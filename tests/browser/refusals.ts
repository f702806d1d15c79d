import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

const wrongCode = '000000';
export const otherThan = (code: string) => (code === wrongCode ? '111111' : wrongCode);

/** Text of the links that follow an error if the account may already exist. */
export const recoveryLinks = 'Sign in insteadVerify your email';

export const expectRefusal = async (
  error: Locator,
  text: string | readonly string[],
  typed: ReadonlyMap<Locator, string>,
): Promise<void> => {
  await expect(error.getByRole('paragraph')).toHaveText([text].flat());
  for (const [field, value] of typed) await expect(field).toHaveValue(value);
};
