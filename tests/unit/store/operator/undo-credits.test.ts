import { beforeEach, expect, it } from 'vitest';
import { createCredits } from '#server/store/credits/create-credits.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectComplaint } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

let customerId: string;
let id: string;
const store = await storeOfFile();
const operator = createOperator(store.database);
const credits = createCredits(store.database)('coffer_key_0a1b2c3d');
beforeEach(async () => {
  id = crypto.randomUUID();
  customerId = await store.newCustomer();
  await pay(store, customerId, paymentRequest());
});

const spend = () =>
  credits.spend({ id, customerId, credits: 150, reference: 'job 1', description: 'A picture of Ada' });
const hold = () => credits.hold({ id, customerId, credits: 150, expiresInSeconds: 60, reference: 'job 2' });
const account = async () => (await operator.json('customer', customerId)).account;

it('coffer spend shows a spend and can return its remaining credits', async () => {
  await spend();
  await credits.returnCredits({ spendId: id, returnId: crypto.randomUUID(), credits: 20 });
  const shown = await operator.json('spend', id);
  expect(shown).toMatchObject({
    customerId,
    spend: { spendId: id, credits: 150, returned: 20, reference: 'job 1', description: 'A picture of Ada' },
  });
  expect(shown.spend.grants.map((grant: { credits: number }) => grant.credits).sort()).toEqual([100, 50]);
  const { text } = await operator.run('spend', id);
  for (const line of [`Customer     ${customerId}`, 'Credits      150', 'Returned     20'])
    expect(text).toContain(line);

  operator.answer = 'no';
  expect(await operator.run('spend', id, '--undo')).toMatchObject({ exitCode: 1 });
  expect(await account()).toMatchObject({ balance: 1170 });
  operator.answer = 'yes';
  const undone = await operator.run('spend', id, '--undo', '--reason', 'Wrong customer');
  expect(undone.text).toContain('Returned     150');
  expect(await account()).toMatchObject({ balance: 1300 });
  const { actions } = await operator.json('audit', '--customer', customerId);
  expect(actions).toContainEqual(
    expect.objectContaining({
      command: 'spend',
      subject: id,
      reason: 'Wrong customer',
      details: { credits: 130 },
      result: 'returned',
    }),
  );
  const complaint = 'All credits of this spend have been returned already.';
  await expectComplaint(operator.run('spend', id, '--undo', '--yes'), complaint);
});

it('coffer hold shows a hold and can release an open hold', async () => {
  await hold();
  const openHold = { holdId: id, state: 'open', credits: 150, captured: 0, reference: 'job 2' };
  expect(await operator.json('hold', id)).toMatchObject({ customerId, hold: openHold });
  expect(await account()).toMatchObject({ balance: 1300, held: 150 });
  expect((await operator.run('customer', customerId)).text).toContain('Held       150 credits');
  expect((await operator.run('hold', id, '--undo', '--yes')).text).toContain('State      released');
  expect(await account()).toMatchObject({ balance: 1300, held: 0 });
  await expectComplaint(operator.run('hold', id, '--undo', '--yes'), 'This hold is released already.');
});

it('coffer spend and coffer hold report an unknown id', async () => {
  for (const name of ['spend', 'hold'])
    await expectComplaint(operator.run(name, id), `There is no ${name} ${id}.`);
});

it('coffer export includes spends and holds, and coffer erase removes their texts', async () => {
  await spend();
  await credits.hold({ id, customerId, credits: 1, expiresInSeconds: 60, reference: 'job 2' });
  const exported = await operator.json('export', customerId);
  expect(exported).toMatchObject({
    spends: [{ spendId: id, description: 'A picture of Ada', returns: [] }],
    holds: [{ holdId: id, reference: 'job 2' }],
  });
  expect(exported.grants).toHaveLength(2);
  const { text } = await operator.run('erase', customerId, '--yes');
  expect(text).toContain('texts of spends, holds and grants');
  expect(await operator.json('export', customerId)).toMatchObject({
    spends: [{ reference: null, description: null }],
    holds: [{ reference: null }],
  });
});
