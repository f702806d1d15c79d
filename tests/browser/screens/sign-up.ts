import type { Page } from '@playwright/test';
import type { Person } from '../people.ts';

export const signUpScreen = (page: Page) => {
  const submit = page.getByRole('button', { name: 'Create Account', exact: true });
  return {
    heading: page.getByRole('heading', { name: 'Create your account', exact: true }),
    requirements: page.getByRole('list', { name: 'Password requirements', exact: true }),
    submit,
    open: () => page.goto('/signup'),
    async register({ firstName, lastName, email, phone, password }: Person) {
      await page.getByLabel('First name', { exact: true }).fill(firstName);
      await page.getByLabel('Last name', { exact: true }).fill(lastName);
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Phone', { exact: true }).fill(phone);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await submit.click();
    },
  };
};
