import type { Verification } from '#machines/account/auth.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import { type Driver, perDriver } from './driver.ts';

/** Creates a path's users and data. The model has one person, but each account here belongs to a new person. */
const createTestData = () => ({
  customer: newPerson(),
  /** The person for the next form, whose account leads to the form's expected outcome. */
  nextFormUser: null as Person | null,
  formUser: null as Person | null,
  verifying: null as Person | null,
  resetting: null as Person | null,
  /** The person whose sign-in has a challenge. */
  challenged: null as Person | null,
  authenticatorSecret: '',
  code: null as string | null,
  verification: 'code' as Verification,
  /** Whether the app knows that a code or link was sent. */
  isSent: false,
  /** Whether the app is sending another code or link after a sign-in with an unverified email. */
  isSending: false,
  /** Whether the restored session started on the hosted pages. */
  isHosted: false,
  /** Whether the path's sign-in on the hosted pages is real. */
  wasAtHostedPages: false,
  /** Whether leaving for the hosted pages fails immediately. */
  failsAtOnce: false,
});

export type AuthTestData = ReturnType<typeof createTestData>;

export const testDataOf = perDriver(createTestData);

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
