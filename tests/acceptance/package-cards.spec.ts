import { expect, test } from '#tests/browser/fixtures.ts';

const product = (
  name: string,
  price_cents: number,
  credits: number,
  bonus_credits = 0,
  description = '',
) => ({ id: name.toLowerCase(), name, price_cents, credits, bonus_credits, description });

const onOffer = [
  product('Vault', 12_000, 20_000, 1_500, 'BEST VALUE'),
  product('Pouch', 500, 500, 0, 'POPULAR'),
  product('Chest', 2_505, 3_000, 250, 'For a whole team'),
  product('Purse', 999, 1_200),
  product('Strongbox', 12_000, 18_000, -50),
];

test('a package card shows its credits, recommendation and price, styled by tier', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await page.route('**/api/products/', (route) => route.fulfill({ json: onOffer }));
  await session.openAs(customer);
  const cards = dashboard.packages.getByRole('listitem');
  await expect(cards).toHaveCount(onOffer.length);
  const card = (name: string) => cards.filter({ has: page.getByRole('heading', { name, exact: true }) });

  for (const [name, tier, credits, label, price, perDollar] of [
    ['Pouch', 'silver', '500 credits', 'POPULAR', '$5.00', '100'],
    ['Purse', 'bronze', '1,200 credits', '', '$9.99', '120.1'],
    ['Chest', 'gold', '3,250 credits', 'For a whole team', '$25.05', '129.7'],
    ['Vault', 'silver', '21,500 credits', 'BEST VALUE', '$120.00', '179.2'],
    ['Strongbox', 'silver', '17,950 credits', '', '$120.00', '149.6'],
  ] as const) {
    await expect(card(name)).toHaveAttribute('data-tier', tier);
    await expect(card(name).getByText(credits, { exact: true })).toBeVisible();
    if (label !== '') await expect(card(name).getByText(label, { exact: true })).toBeVisible();
    await expect(card(name).getByText(price, { exact: true })).toBeVisible();
    await expect(card(name).getByRole('button')).toHaveText(`Buy Now - ${price}`);
    await expect(card(name).getByText(`${perDollar} credits per dollar`, { exact: true })).toBeVisible();
  }
  await expect(card('Vault').getByText('20,000 + 1,500 bonus', { exact: true })).toBeVisible();
  await expect(card('Chest').getByText('3,000 + 250 bonus', { exact: true })).toBeVisible();
  await expect(cards.getByText('bonus')).toHaveCount(2);

  await expect(cards.and(page.locator('[aria-current]'))).toHaveCount(0);
  await card('Vault').getByRole('button').click();
  await expect(card('Vault')).toHaveAttribute('aria-current', 'true');
  await expect(card('Vault').getByRole('button')).toHaveAccessibleDescription('Vault Selected');
  await expect(card('Vault')).toHaveCSS('outline-style', 'solid');
  await expect(cards.and(page.locator('[aria-current]'))).toHaveCount(1);
  await expect(checkout.region).toContainText("You'll receive 21,500 credits");

  const looksOf = (name: string, label: string) =>
    card(name)
      .getByText(label, { exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const [popular, bestValue, plain] = await Promise.all([
    looksOf('Pouch', 'POPULAR'),
    looksOf('Vault', 'BEST VALUE'),
    looksOf('Chest', 'For a whole team'),
  ]);
  expect(new Set([popular, bestValue, plain]).size).toBe(3);
});
