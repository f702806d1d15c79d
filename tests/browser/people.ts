import { randomUUID } from 'node:crypto';

/** A test user with a unique email. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Ten digits, as a user types them. */
  readonly phone: string;
  readonly password: string;
}

export const newPerson = (): Person => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `ada.${randomUUID()}@example.com`,
  phone: '5551234567',
  password: 'Analytical-1843!',
});
