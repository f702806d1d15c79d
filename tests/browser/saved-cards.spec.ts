import { expect, test } from '#tests/browser/fixtures.ts';
import { card } from '#tests/top-ups.ts';
import type { Console } from './console.ts';

test.use({ pageClock: true });

const second = { ...card, id: 'second', last4: '4242', is_default: false };
const names = { first: 'Visa ending in 1111', second: 'Visa ending in 4242' };

const list = (console: Console) => console.reply('GET /api/cards', { cards: [card, second] });

test('saved cards that fail to load can be retried, and stale cards can’t be changed', async ({
  page,
  console,
  customer,
  pageErrors,
  screens: { signIn, header, dashboard, billing },
}) => {
  pageErrors.allowResponse('store', '/api/cards', 503);
  await console.reply('GET /api/cards', { detail: 'No.' }, { status: 503 });
  await signIn.openAs(customer);
  await header.billing.click();
  await expect(billing.failure).toContainText("We couldn't load your saved cards.");
  await list(console);
  await billing.retry.click();
  await expect(billing.cards).toHaveCount(2);
  await expect(billing.region.getByRole('heading')).toBeFocused();

  await header.dashboard.click();
  await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  const hanging = await console.addFault({ service: 'store', match: 'GET /api/cards', fault: 'hang' });
  await header.billing.click();
  await hanging.struck();
  await expect(billing.cards).toHaveCount(2);
  await expect(billing.remove(names.first)).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(20_000);
  await expect(billing.failure).toContainText("We couldn't refresh your cards.");
  await expect(billing.makeDefault(names.second)).toHaveAttribute('aria-disabled', 'true');
  await hanging.remove();
  await list(console);
  await billing.retry.click();
  await expect(billing.failure).toBeHidden();
  await expect(billing.remove(names.first)).toHaveAttribute('aria-disabled', 'false');
});

test('changing saved cards reports the outcome, even on a later visit', async ({
  page,
  addresses,
  console,
  customer,
  pageErrors,
  step,
  screens: { signIn, header, dashboard, billing },
}) => {
  const visit = async () => {
    await list(console);
    const listed = page.waitForResponse(`${addresses.store}/api/cards`);
    await header.billing.click();
    await (await listed).finished();
    await expect(billing.cards).toHaveCount(2);
  };
  const leave = async () => {
    await header.dashboard.click();
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
  };
  await signIn.openAs(customer);

  await step('changing the default card shows a confirmation', async () => {
    await visit();
    await console.reply('PUT /api/cards/second/default', {
      cards: [
        { ...second, is_default: true },
        { ...card, is_default: false },
      ],
    });
    await billing.makeDefault(names.second).click();
    await expect(billing.news).toHaveText(`${names.second} is now your default card.`);
    await expect(billing.makeDefault(names.first)).toHaveAttribute('aria-disabled', 'false');
    await expect(billing.region.getByRole('heading')).toBeFocused();
    await leave();
    await visit();
    await expect(billing.news, 'the news is old').toBeEmpty();
  });

  await step('a removal that the store refuses shows the reason', async () => {
    pageErrors.allowResponse('store', '/api/cards/first', 409);
    await console.reply(
      'DELETE /api/cards/first',
      { detail: 'This card pays for something.' },
      { status: 409 },
    );
    await billing.remove(names.first).click();
    await billing.confirm.click();
    await expect(billing.failure).toHaveText('This card pays for something.');
    await expect(billing.cards).toHaveCount(2);
  });

  await step('a card removal without a response blocks other changes, then reports a failure', async () => {
    const hanging = await console.addFault({
      service: 'store',
      match: 'DELETE /api/cards/first',
      fault: 'hang',
    });
    await billing.remove(names.first).click();
    await billing.confirm.click();
    await hanging.struck();
    await expect(billing.failure, 'the failure is old').toBeHidden();
    await expect(billing.remove(names.second)).toHaveAttribute('aria-disabled', 'true');
    await leave();
    await visit();
    await expect(billing.remove(names.second)).toHaveAttribute('aria-disabled', 'true');
    await page.clock.fastForward(20_000);
    await expect(billing.failure).toHaveText(`We couldn't remove ${names.first}. Please try again.`);
    await hanging.remove();
  });
});
