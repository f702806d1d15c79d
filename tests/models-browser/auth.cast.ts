import type { Verification } from '#machines/auth.types.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { Hands } from './hands.ts';

/** Who plays which part in a walk. The model knows one person; here each account is one that nobody has met. */
export interface Cast {
  /** Whose session it is. */
  customer: Person;
  /** Who types next into a form, as was arranged for what is to come of it. */
  typist: Person | null;
  /** Who typed last. */
  typed: Person | null;
  /** Whose email is to be verified. */
  verifying: Person | null;
  /** Whose password is to be reset. */
  resetting: Person | null;
  /** The code that is typed next. */
  code: string | null;
  /** How the pool verifies emails during the walk. */
  verification: Verification;
  /** Whether the session that is found began at the hosted pages. */
  isHosted: boolean;
  /** Whether the hosted pages are really visited before the start. */
  wasAtHostedPages: boolean;
}

const casts = new WeakMap<Hands, Cast>();

/** The cast of this walk. */
export function castOf(hands: Hands): Cast {
  const cast = casts.get(hands) ?? {
    customer: newPerson(),
    typist: null,
    typed: null,
    verifying: null,
    resetting: null,
    code: null,
    verification: 'code',
    isHosted: false,
    wasAtHostedPages: false,
  };
  casts.set(hands, cast);
  return cast;
}

/** Somebody with an account. */
export async function somebodyConfirmed({ console }: Hands, firstName = 'Ada'): Promise<Person> {
  const person = { ...newPerson(), firstName };
  await console.createUser(person);
  return person;
}

/** Somebody who has registered and not verified their email. */
export async function somebodyUnconfirmed({ pool }: Hands): Promise<Person> {
  const person = newPerson();
  await pool.register(person);
  return person;
}

/** Somebody with an account who has been sent a code to reset their password. */
export async function somebodyForgetful(hands: Hands): Promise<Person> {
  const person = await somebodyConfirmed(hands);
  const refusal = await hands.pool.call('ForgotPassword', { Username: person.email });
  if (refusal !== null) throw new Error(`The pool sent no reset code: ${refusal}`);
  return person;
}
