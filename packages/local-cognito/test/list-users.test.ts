import { expect, test } from 'vitest';
import { addUser, createSdk, email, errorOf, startPool } from './harness.ts';

const UserPoolId = 'us-east-1_Local';

const startWithTwo = async () => {
  const running = await startPool();
  const anna = await addUser(running);
  const sdk = createSdk(running.origin);
  const UserAttributes = [
    { Name: 'given_name', Value: 'Ben "B"' },
    { Name: 'preferred_username', Value: 'ben' },
  ];
  await sdk.adminCreateUser({ UserPoolId, Username: 'ben@example.com', UserAttributes });
  await running.pool.admin.setUserEnabled('ben@example.com', false);
  const find = async (Filter: string) => (await sdk.listUsers({ UserPoolId, Filter })).Users;
  return { ...running, anna, sdk, find };
};

test('ListUsers finds users by each filter of Cognito', async () => {
  const { anna, find } = await startWithTwo();
  for (const filter of [
    `sub = "${anna.sub}"`,
    `username ^= "${anna.sub.slice(0, -1)}"`,
    'email="Anna@example.com"',
    'phone_number ^= "+1555"',
    'name = "anna lee"',
    'family_name ^= "L"',
    'cognito:user_status = "confirmed"',
    'status = "Enabled"',
  ])
    expect(await find(filter), filter).toMatchObject([{ Username: anna.sub }]);
  for (const filter of [
    'given_name = "ben \\"b\\""',
    'preferred_username ^= "BEN"',
    'status = "Disabled"',
    'cognito:user_status ^= "force"',
  ])
    expect(await find(filter), filter).toMatchObject([{ UserStatus: 'FORCE_CHANGE_PASSWORD' }]);
  for (const filter of [`username = "${anna.sub.toUpperCase()}"`, 'status = "enabled"', 'name = ""x"'])
    expect(await find(filter), filter).toEqual([]);
});

test('ListUsers returns the requested attributes, and whether a user is disabled', async () => {
  const { anna, sdk } = await startWithTwo();
  const listed = await sdk.listUsers({ UserPoolId, Filter: 'email ^= "anna"', AttributesToGet: ['sub'] });
  expect(listed.Users).toEqual([
    {
      Username: anna.sub,
      Attributes: [{ Name: 'sub', Value: anna.sub }],
      UserStatus: 'CONFIRMED',
      Enabled: true,
      UserCreateDate: expect.any(Date),
      UserLastModifiedDate: expect.any(Date),
    },
  ]);
});

test('a caller of ListUsers can delete each page before it asks for the next', async () => {
  const { sdk, pool } = await startWithTwo();
  const first = await sdk.listUsers({ UserPoolId, Limit: 1 });
  expect(first.Users).toHaveLength(1);
  await pool.admin.deleteUser(email);
  const last = await sdk.listUsers({ UserPoolId, Limit: 1, PaginationToken: first.PaginationToken });
  expect(last.Users).toMatchObject([{ Enabled: false }]);
  expect(last.PaginationToken).toBeUndefined();
});

test.each([
  [{ UserPoolId: 'us-east-1_Other' }, 'ResourceNotFoundException'],
  [{ UserPoolId, Filter: 'email = anna' }, 'InvalidParameterException'],
  [{ UserPoolId, Filter: 'address = "x"' }, 'InvalidParameterException'],
  [{ UserPoolId, PaginationToken: 'x' }, 'InvalidParameterException'],
  [{ UserPoolId, Limit: 61 }, 'InvalidParameterException'],
])('ListUsers with %o is refused', async (input, name) => {
  const { origin } = await startPool();
  await expect(createSdk(origin).listUsers(input)).rejects.toMatchObject({ name });
});

test('ListUsers needs a signed request', async () => {
  const { call } = await startPool();
  expect(errorOf(await call('ListUsers', { UserPoolId }))).toMatchObject({
    status: 400,
    name: 'MissingAuthenticationTokenException',
  });
});

test('requestCustomer returns the email of the user whom a ListUsers filter names by id', async () => {
  const running = await startPool();
  const { sub } = await addUser(running);
  const { requestCustomer } = running.pool.admin;
  expect(requestCustomer({ body: JSON.stringify({ Filter: `sub = "${sub}"` }) })).toBe(email);
});
