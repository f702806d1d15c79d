import { CofferError } from './coffer-error.ts';

export const isWholeNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const names = new Set(['credits', 'expiresIn', 'priority', 'limit', 'timeoutMs']);

/**
 * JSON turns NaN into null, and a capture without `credits` captures all. So `credits`, if given, must not be undefined.
 * @throws CofferError
 */
export const requireWholeNumbers = (given: object, holdId?: string): void => {
  for (const [name, value] of Object.entries<unknown>({ ...given })) {
    const isLeftOut = value === undefined && name !== 'credits';
    if (!names.has(name) || isLeftOut || isWholeNumber(value)) continue;
    const detail = `${name} must be a whole number from 0, not ${value}. Nothing was sent.`;
    throw new CofferError({ status: 400, code: 'invalid-request', detail, holdId });
  }
};
