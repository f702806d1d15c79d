import type { Verification } from '#machines/account/auth.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { Driver } from './driver.ts';

/** The users of a path and their prepared data. The model knows one person; here each account is new. */
export interface AuthTestData {
  customer: Person;
  /** Fills in the next form. The expected outcome decides who this is. */
  nextFormUser: Person | null;
  formUser: Person | null;
  verifying: Person | null;
  resetting: Person | null;
  /** Must answer a challenge. The secret is empty until it is known. */
  challenged: Person | null;
  authenticatorSecret: string;
  code: string | null;
  verification: Verification;
  /** Whether a code or link was sent, as far as the app knows. */
  isSent: boolean;
  /** Whether the app is sending another code or link since a sign-in with an unverified email. */
  isSending: boolean;
  /** Whether the restored session began at the hosted pages. */
  isHosted: boolean;
  /** Whether the path really visits the hosted pages before it starts. */
  wasAtHostedPages: boolean;
  /** Whether the departure for the hosted pages fails at once. */
  failsAtOnce: boolean;
}

const dataByDriver = new WeakMap<Driver, AuthTestData>();

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
    isSent: false,
    isSending: false,
    isHosted: false,
    wasAtHostedPages: false,
    failsAtOnce: false,
  };
  dataByDriver.set(driver, data);
  return data;
};

export const createConfirmedUser = async ({ console }: Driver, firstName = 'Ada'): Promise<Person> => {
  const person = { ...newPerson(), firstName };
  await console.createUser(person);
  return person;
};

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

export const createUserWithResetCode = async (driver: Driver): Promise<Person> => {
  const person = await createConfirmedUser(driver);
  const refusal = await driver.pool.call('ForgotPassword', { Username: person.email });
  if (refusal !== null) throw new Error(`The pool sent no reset code: ${refusal}`);
  return person;
};
