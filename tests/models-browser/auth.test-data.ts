import type { Verification } from '#machines/account/auth.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { Driver } from './driver.ts';

/** The users of a path and their prepared data. The model knows one person; here each account is new. */
const createTestData = () => ({
  customer: newPerson(),
  /** Fills in the next form. The expected outcome decides who this is. */
  nextFormUser: null as Person | null,
  formUser: null as Person | null,
  verifying: null as Person | null,
  resetting: null as Person | null,
  /** Must answer a challenge. The secret is empty until it is known. */
  challenged: null as Person | null,
  authenticatorSecret: '',
  code: null as string | null,
  verification: 'code' as Verification,
  /** Whether a code or link was sent, as far as the app knows. */
  isSent: false,
  /** Whether the app is sending another code or link since a sign-in with an unverified email. */
  isSending: false,
  /** Whether the restored session began at the hosted pages. */
  isHosted: false,
  /** Whether the path really visits the hosted pages before it starts. */
  wasAtHostedPages: false,
  /** Whether the departure for the hosted pages fails at once. */
  failsAtOnce: false,
});

export type AuthTestData = ReturnType<typeof createTestData>;

const dataByDriver = new WeakMap<Driver, AuthTestData>();

export const testDataOf = (driver: Driver): AuthTestData => {
  const data = dataByDriver.get(driver) ?? createTestData();
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
