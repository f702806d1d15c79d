import { CofferError } from './coffer-error.ts';

export const isWholeNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const names = new Set(['credits', 'expiresIn', 'priority', 'limit', 'timeoutMs']);

/**
 * Checks that numbers are whole. Otherwise, JSON would lose a NaN or undefined `credits`, and a capture takes all.
 * @param path comes before the number's name in the error
 * @throws {CofferError} if a number isn't whole
 */
export const requireWholeNumbers = (given: object, holdId?: string, path = ''): void => {
  for (const [name, value] of Object.entries<unknown>({ ...given })) {
    const isLeftOut = value === undefined && name !== 'credits';
    if (!names.has(name) || isLeftOut || isWholeNumber(value)) continue;
    const detail = `${path}${name} must be a whole number from 0, not ${value}. Nothing was sent.`;
    throw new CofferError({ status: 400, code: 'invalid-request', detail, holdId });
  }
};
