import { expect, test } from 'vitest';
import { addUser, email, errorOf, type RunningPool, startPool } from './harness.ts';

const UserPoolId = 'us-east-1_Local';
const list = async ({ call }: RunningPool, input: object = {}) =>
  (await call('ListUsers', { UserPoolId, ...input })).body;

test('ListUsers finds a user by id or email, and shows whether the user is disabled', async () => {
  const running = await startPool();
  const anna = await addUser(running);
  await addUser(running, 'ben@example.com');
  const Username = anna.sub;
  const find = async (Filter: string) => (await list(running, { Filter, AttributesToGet: ['sub'] }))['Users'];
  const found = { Username, Attributes: [{ Name: 'sub', Value: anna.sub }], UserStatus: 'CONFIRMED' };
  for (const filter of [`sub = "${anna.sub}"`, 'email="Anna@example.com"', 'email ^= "anna"'])
    expect(await find(filter), filter).toEqual([
      { ...found, Enabled: true, UserCreateDate: expect.any(Number) },
    ]);
  await running.pool.admin.setUserEnabled(email, false);
  expect(await find(`sub = "${anna.sub}"`)).toMatchObject([{ Username, Enabled: false }]);
  await running.pool.admin.deleteUser(email);
  expect(await find(`sub = "${anna.sub}"`)).toEqual([]);
});

test('ListUsers returns users in pages', async () => {
  const running = await startPool();
  for (const name of ['anna', 'ben', 'cem']) await addUser(running, `${name}@example.com`);
  const { PaginationToken, ...first } = await list(running, { Limit: 2 });
  expect(first).toMatchObject({ Users: [{}, {}] });
  const last = await list(running, { Limit: 2, PaginationToken });
  expect(last).toMatchObject({
    Users: [{ Attributes: expect.arrayContaining([{ Name: 'email', Value: 'cem@example.com' }]) }],
  });
  expect(last).not.toHaveProperty('PaginationToken');
});

test.each([
  [{ UserPoolId: 'us-east-1_Other' }, 'ResourceNotFoundException'],
  [{ UserPoolId, Filter: 'email = anna' }, 'InvalidParameterException'],
  [{ UserPoolId, Filter: 'address = "x"' }, 'InvalidParameterException'],
  [{ UserPoolId, PaginationToken: 'x' }, 'InvalidParameterException'],
  [{ UserPoolId, Limit: 61 }, 'InvalidParameterException'],
])('ListUsers with %o is refused', async (input, name) => {
  const { call } = await startPool();
  expect(errorOf(await call('ListUsers', input))).toMatchObject({ status: 400, name });
});

test('requestCustomer returns the email of the user whom a ListUsers filter names by id', async () => {
  const running = await startPool();
  const { sub } = await addUser(running);
  const { requestCustomer } = running.pool.admin;
  expect(requestCustomer({ body: JSON.stringify({ Filter: `sub = "${sub}"` }) })).toBe(email);
});
