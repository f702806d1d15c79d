import { expect, test } from '../browser/fixtures.ts';
import { answerHistory, onlyPage, row } from './data-answers.ts';
import { expectDataInvariants } from './data-invariants.ts';

test('a customer with some transactions gets invalid answers', async ({
  page,
  visitor,
  console,
  payments,
  session,
  step,
  screens: { dashboard, ledger },
}) => {
  await console.createUser(visitor, 12);

  await step('43: the names of prototypes in answers and queries change nothing', async () => {
    const reading = page.waitForRequest((request) => request.url().includes('/api/transactions/history'));
    await session.openAs(visitor);
    await expect(ledger.rows.first()).toBeVisible();

    await test.step('in a query of the API', async () => {
      const request = await reading;
      const authorization = (await request.headerValue('authorization')) ?? '';
      const history = async (query: string) => {
        const answer = await fetch(`${new URL(request.url()).origin}/api/transactions/history?${query}`, {
          headers: { authorization },
        });
        return { status: answer.status, text: await answer.text() };
      };
      const plain = await history('page=1&limit=10');
      expect(plain.status).toBe(200);
      for (const addition of ['__proto__[page]=2', 'constructor.prototype.page=2'])
        expect(await history(`page=1&limit=10&${addition}`)).toEqual(plain);
      for (const status of ['__proto__', 'constructor'])
        expect((await history(`status=${status}`)).status, status).toBe(400);
    });

    await test.step('in the address', async () => {
      await page.goto('/dashboard?status=__proto__&__proto__=1&constructor=2&page=__proto__');
      await expect(page).toHaveURL('/dashboard');
      await expect(ledger.filter('Completed')).toHaveAttribute('aria-pressed', 'true');
      await expect(ledger.rows.first()).toBeVisible();
    });

    await test.step('in an answer', async () => {
      const poison = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},';
      await answerHistory(
        console,
        onlyPage([row({ product_name: '__proto__', status: 'constructor' })])
          .replaceAll('{', poison)
          .replaceAll(',}', '}'),
      );
      await ledger.refresh.click();
      await expect(ledger.cell('Package')).toHaveText('__proto__');
      await expect(ledger.cell('Status')).toContainText('Pending');
      await expect(dashboard.welcome(visitor.firstName)).toBeVisible();
      expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
    });
    await expectDataInvariants(page, payments);
  });

  await step(
    '38: empty, malformed, truncated or HTML answers end in an empty state, or an error with Retry',
    async () => {
      await test.step('an empty page', async () => {
        await answerHistory(console, onlyPage([]));
        await ledger.filter('Pending').click();
        await expect(ledger.region.getByRole('heading', { name: 'No Pending Transactions' })).toBeVisible();
        await console.clearFaults();
      });

      for (const [name, filter, body] of [
        ['half of an answer', 'Failed', onlyPage([row()]).slice(0, 80)],
        ['another shape', 'All', '{"transactions":{}}'],
      ] as const)
        await test.step(name, async () => {
          const failure = ledger.region.getByRole('heading', { name: 'Treasury Access Error' });
          await expect(failure).toBeHidden();
          await answerHistory(console, body);
          await ledger.filter(filter).click();
          await expect(failure).toBeVisible();
          await expect(ledger.region).toContainText('Unable to load transaction ledger. Please try again.');
          await console.clearFaults();
          await ledger.region.getByRole('button', { name: 'Retry' }).click();
          await expect(failure).toBeHidden();
        });

      await test.step('an HTML page with status 200, for everything', async () => {
        for (const path of ['transactions/*', 'products/', 'credits/balance'])
          await console.addFault({ service: 'store', match: `GET /api/${path}`, fault: 'html' });
        await ledger.filter('Completed').click();
        await page.reload();
        await expect(ledger.region.getByRole('heading', { name: 'Treasury Access Error' })).toBeVisible();
        await expect(dashboard.balance).toContainText('Your balance could not be loaded.');
        await expect(dashboard.packages).toContainText('The packages could not be loaded.');
        await expect(page.locator('body')).not.toContainText('Bad Gateway');
        await expectDataInvariants(page, payments);
        await console.clearFaults();
      });

      await test.step('one Retry fetches all parts again', async () => {
        const retries = page.getByRole('button', { name: 'Retry' });
        await expect(retries).toHaveCount(4);
        await retries.first().click();
        await expect(retries).toHaveCount(0);
        await expect(ledger.rows.first()).toBeVisible();
        await expect(dashboard.buy('$5.00')).toBeEnabled();
      });
      await expectDataInvariants(page, payments);
    },
  );
});
