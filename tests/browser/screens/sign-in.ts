import type { Page } from '@playwright/test';
import type { Person } from '../people.ts';

type Credentials = Pick<Person, 'email' | 'password'>;

export const signInScreen = (page: Page) => {
  /** Wait for this heading before typing, because other pages have fields with the same labels. */
  const heading = page.getByRole('heading', { name: 'Sign in', exact: true });
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey', exact: true });
  const toggle = (name: string) => page.getByRole('button', { name, exact: true });
  const open = () => page.goto('/login');
  const signIn = async (person: Credentials) => {
    await heading.waitFor();
    await email.fill(person.email);
    await password.fill(person.password);
    await submit.click();
  };
  return {
    heading,
    email,
    password,
    submit,
    passkey,
    show: toggle('Show password'),
    hide: toggle('Hide password'),
    createAccount: page.getByRole('link', { name: 'Create an account', exact: true }),
    forgotPassword: page.getByRole('link', { name: 'Forgot password?', exact: true }),
    open,
    signIn,
    async requestPasskey(person: Pick<Person, 'email'>) {
      await heading.waitFor();
      await email.fill(person.email);
      await passkey.click();
    },
    async openAs(person: Credentials) {
      await open();
      await signIn(person);
    },
  };
};
