import { expect, test } from 'vitest';
import { clientId, email, startPool } from './harness.ts';

const openDoor = async () => {
  const running = await startPool();
  const { pool } = running;
  await pool.admin.createConfirmedUser({ email, password: 'Strong-pass1!' });
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await pool.control.request(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
  };
  return { ...running, send };
};

test('the pool’s settings can be listed and changed individually', async () => {
  const { pool, send } = await openDoor();
  const before = pool.admin.settings();
  expect(await send('GET', '/settings')).toEqual({ status: 200, body: before });

  const changes = { verification: 'link', accessTokenSeconds: 5 };
  const after = { ...before, ...changes };
  expect(await send('PATCH', '/settings', changes)).toEqual({ status: 200, body: after });
  expect(pool.admin.settings()).toEqual(after);
});

test.each([
  [{ codeRequestsPerHour: 1 }, /^unknown field `codeRequestsPerHour`$/],
  [{ deviceTracking: true, accessTokenSeconds: '5' }, /^accessTokenSeconds: /],
  [{ mfaFactors: ['SMS_MFA', 'SMS_MFA'] }, /^mfaFactors: Name each factor once/],
  [{ firstFactors: ['WEB_AUTHN'] }, /^firstFactors: expected "PASSWORD"$/],
])('the settings patch %o is refused and changes nothing', async (patch, detail) => {
  const { pool, send } = await openDoor();
  const before = pool.admin.settings();
  expect(await send('PATCH', '/settings', patch)).toEqual({
    status: 400,
    body: { detail: expect.stringMatching(detail) },
  });
  expect(pool.admin.settings()).toEqual(before);
});

test('a user’s email can be changed, and counts as verified unless the request says otherwise', async () => {
  const { pool, send } = await openDoor();
  const change = (from: string, newEmail: string, more = {}) =>
    send('POST', '/users/email', { email: from, newEmail, ...more });
  expect(await change(email, 'Augusta@example.com')).toMatchObject({
    status: 200,
    body: { email: 'Augusta@example.com', emailVerified: true },
  });
  expect(await change(email, 'x@example.com')).toMatchObject({ status: 404 });
  expect(await change('augusta@example.com', email, { verified: false })).toMatchObject({
    body: { email, emailVerified: false },
  });
  expect(pool.admin.listUsers()).toHaveLength(1);
});

test('the pool’s clock can be moved forward and back', async () => {
  const { call, now, pool, send } = await openDoor();
  const hour = 60 * 60 * 1000;
  for (const offsetMs of [2 * hour, -2 * hour, 0]) {
    expect(await send('POST', '/clock', { offsetMs })).toEqual({ status: 200, body: { offsetMs } });
    await call('ForgotPassword', { ClientId: clientId, Username: email });
    expect(Date.parse(pool.admin.mail(email)[0]?.sentAt ?? '') - now()).toBe(offsetMs);
  }
});

test.each([
  ['/users/disable', { email: 'ben@example.com', disabled: true }, 404, 'User does not exist.'],
  ['/users/mfa', { email, factors: ['SMS_MFA'] }, 400, 'User does not have a phone_number set'],
  ['/users/mfa', { email, factors: [], secret: 'not base32' }, 400, /^secret: /],
  ['/users/disable', { email }, 400, '`disabled` is missing'],
  ['/users/email', { email, newEmail: 'ben' }, 400, 'Invalid email address format.'],
  ['/clock', { offsetMs: 1e15 }, 400, /^offsetMs: /],
])('POST %s with %o returns %i', async (path, body, status, detail) => {
  const { send } = await openDoor();
  const reply = await send('POST', path, body);
  expect(reply.status).toBe(status);
  expect(reply.body.detail).toMatch(detail);
});
