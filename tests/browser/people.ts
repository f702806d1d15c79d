import { randomUUID } from 'node:crypto';

/** Somebody to register. Nobody else has this email. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Ten digits, as typed. */
  readonly phone: string;
  readonly password: string;
}

/** A person whom no test has met before. */
export const newPerson = (): Person => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `ada.${randomUUID()}@example.com`,
  phone: '5551234567',
  password: 'Analytical-1843!',
});
