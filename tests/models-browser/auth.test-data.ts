import type { Verification } from '#machines/auth.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { Driver } from './driver.ts';

/** The users of a path, and what is arranged for them. The model knows one person; here each account is a new one. */
export interface AuthTestData {
  /** Whose session it is. */
  customer: Person;
  /** Who fills in the next form, as was arranged for what is to come of it. */
  nextFormUser: Person | null;
  /** Who filled in the last form. */
  formUser: Person | null;
  /** Whose email is to be verified. */
  verifying: Person | null;
  /** Whose password is to be reset. */
  resetting: Person | null;
  /** Who is asked for more than the password, and the secret of their authenticator, as far as it is known. */
  challenged: Person | null;
  authenticatorSecret: string;
  /** The code that is typed next. */
  code: string | null;
  /** How the pool verifies emails during the path. */
  verification: Verification;
  /** Whether the session that is found began at the hosted pages. */
  isHosted: boolean;
  /** Whether the hosted pages are really visited before the start. */
  wasAtHostedPages: boolean;
}

const dataByDriver = new WeakMap<Driver, AuthTestData>();

/** The test data of this path. */
export const testDataOf = (driver: Driver): AuthTestData => {
  const data = dataByDriver.get(driver) ?? {
    customer: newPerson(),
    nextFormUser: null,
    formUser: null,
    verifying: null,
    resetting: null,
    challenged: null,
    authenticatorSecret: '',
    code: null,
    verification: 'code',
    isHosted: false,
    wasAtHostedPages: false,
  };
  dataByDriver.set(driver, data);
  return data;
};

/** Creates an account. */
export const createConfirmedUser = async ({ console }: Driver, firstName = 'Ada'): Promise<Person> => {
  const person = { ...newPerson(), firstName };
  await console.createUser(person);
  return person;
};

/** Creates an account whose email is not verified. */
export const createUnconfirmedUser = async ({ pool }: Driver): Promise<Person> => {
  const person = newPerson();
  const refusal = await pool.call('SignUp', {
    Username: person.email,
    Password: person.password,
    UserAttributes: [{ Name: 'given_name', Value: person.firstName }],
  });
  if (refusal !== null) throw new Error(`The pool did not register ${person.email}: ${refusal}`);
  return person;
};

/** Creates an account and sends it a code to reset the password. */
export const createUserWithResetCode = async (driver: Driver): Promise<Person> => {
  const person = await createConfirmedUser(driver);
  const refusal = await driver.pool.call('ForgotPassword', { Username: person.email });
  if (refusal !== null) throw new Error(`The pool sent no reset code: ${refusal}`);
  return person;
};
