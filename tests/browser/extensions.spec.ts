import { expect, test } from './fixtures.ts';
import { openHeld } from './held-app.ts';
import { appMounted } from './history.ts';

const changes: Readonly<Record<string, () => void>> = {
  'an icon after each field': () => {
    for (const field of document.querySelectorAll('#root input')) field.after(document.createElement('div'));
  },
  'a wrapper around each field': () => {
    for (const field of document.querySelectorAll('#root form input')) {
      const active = document.activeElement;
      const wrapper = document.createElement('div');
      field.replaceWith(wrapper);
      wrapper.append(field);
      if (active instanceof HTMLElement) active.focus();
    }
  },
  'elements in the form and at both ends of the app': () => {
    document.querySelector('#root form')?.prepend(document.createElement('iframe'));
    const root = document.getElementById('root');
    root?.prepend(document.createElement('div'));
    root?.append(document.createElement('div'));
  },
  'attributes and other words': () => {
    for (const field of document.querySelectorAll<HTMLElement>('#root :is(input, label, form)')) {
      field.dataset['keptBy'] = 'extension';
      field.style.background = 'yellow';
    }
    for (const label of document.querySelectorAll('#root label')) label.append(' (typed before)');
  },
};

const watchPaints = (name: string) => {
  const painted: string[] = [];
  Object.assign(window, { painted });
  const look = () => {
    const field = document.getElementsByName(name)[0];
    if (field instanceof HTMLInputElement) painted.push(field.value);
    requestAnimationFrame(look);
  };
  look();
};

test('forms keep working if extensions change the page before the app loads', async ({
  page,
  customer,
  step,
  screens: { signIn, signUp, dashboard },
}) => {
  for (const [name, change] of Object.entries(changes))
    await step(`with ${name}, typed text keeps its focus and caret`, async () => {
      const release = await openHeld(page, '/signup');
      await signUp.email.fill('ada@example.com');
      await signUp.phone.fill('5551234567');
      await signUp.firstName.pressSequentially('Aa');
      await page.keyboard.press('ArrowLeft');
      await page.evaluate(change);
      await page.evaluate(watchPaints, 'email');
      await release();
      await expect(signUp.phone).toHaveValue('(555) 123-4567');
      await expect(signUp.email).toHaveValue('ada@example.com');
      await expect(signUp.firstName).toBeFocused();
      await page.keyboard.type('d');
      await expect(signUp.firstName).toHaveValue('Ada');
      const painted = await page.evaluate(() => Reflect.get(window, 'painted'));
      expect([...new Set(painted)]).toEqual(['ada@example.com']);
    });

  await step('an early submit of a changed form is sent once the app loads', async () => {
    const release = await openHeld(page, '/login');
    await signIn.email.fill(customer.email);
    await signIn.password.fill(customer.password);
    await page.evaluate(changes['an icon after each field'] ?? (() => undefined));
    await page.keyboard.press('Enter');
    await release();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  });
});

test('a field that an extension changes keeps its text and focus', async ({ page, screens: { signIn } }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const field of document.querySelectorAll('#root input:not([data-found])')) {
        field.setAttribute('data-found', '');
        field.after(document.createElement('span'));
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const release = await openHeld(page, '/login');
  await signIn.email.focus();
  await page.keyboard.type('visitor@');
  await release();
  await appMounted(page);
  await page.keyboard.type('example.com');
  await expect(signIn.email).toHaveValue('visitor@example.com');
  await signIn.submit.click();
  await expect(signIn.password).toBeFocused();
});
