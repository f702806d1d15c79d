import type { Page } from '@playwright/test';
import type { Person } from '../people.ts';

export const signUpScreen = (page: Page) => {
  const heading = page.getByRole('heading', { name: 'Create your account', exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const fields = {
    firstName: field('First name'),
    lastName: field('Last name'),
    email: field('Email'),
    phone: field('Phone'),
    password: field('Password'),
  };
  const submit = page.getByRole('button', { name: 'Create Account', exact: true });
  const requirements = page.getByRole('list', { name: 'Password requirements', exact: true });
  const fill = async (person: Person) => {
    await heading.waitFor();
    await fields.firstName.fill(person.firstName);
    await fields.lastName.fill(person.lastName);
    await fields.email.fill(person.email);
    await fields.phone.fill(person.phone);
    await fields.password.fill(person.password);
  };
  return {
    heading,
    ...fields,
    requirements,
    requirement: (text: string, state: 'met' | 'not met yet') =>
      requirements.getByRole('listitem').filter({ hasText: `${text}, ${state}` }),
    submit,
    signIn: page.getByRole('link', { name: 'Sign in', exact: true }),
    terms: page.getByRole('link', { name: 'terms of service', exact: true }),
    privacy: page.getByRole('link', { name: 'privacy policy', exact: true }),
    open: () => page.goto('/signup'),
    fill,
    async register(person: Person) {
      await fill(person);
      await submit.click();
    },
  };
};
