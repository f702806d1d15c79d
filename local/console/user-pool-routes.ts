import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { CognitoError, mfaInputSchema, settingsPatchSchema, type UserPoolAdmin } from '#local-cognito';
import { readJson } from '#local-services/http/body.ts';

const maxShiftMs = 3650 * 24 * 60 * 60 * 1000;

const userSchema = v.strictObject({ email: v.string() });
const deviceSchema = v.strictObject({ email: v.string(), deviceKey: v.optional(v.string()) });
const disablingSchema = v.strictObject({ email: v.string(), disabled: v.boolean() });
const changedEmailSchema = v.strictObject({
  email: v.string(),
  newEmail: v.string(),
  verified: v.optional(v.boolean(), true),
});
const mfaSchema = v.strictObject({ email: v.string(), ...mfaInputSchema.entries });
const shiftSchema = v.strictObject({
  offsetMs: v.pipe(v.number(), v.integer(), v.minValue(-maxShiftMs), v.maxValue(maxShiftMs)),
});

/**
 * What an operator does to the user pool, under `/pool`. An unknown email is answered with 404, what the pool refuses with
 * 400.
 *
 * - `GET /settings`, `PATCH /settings`: the settings, whole
 * - `POST /users/disable` `{ email, disabled }`: the user
 * - `POST /users/mfa` `{ email, factors, preferred?, secret? }`: the user, with the secret and the current code of the
 *   authenticator. `factors` are those of `SOFTWARE_TOKEN_MFA`, `SMS_MFA` and `EMAIL_OTP` that sign-ins ask for from now on
 * - `POST /users/require-new-password` `{ email }`: the user, whose password is temporary now
 * - `POST /users/email` `{ email, newEmail, verified? }`: the user, whose email is another one, by default a verified one
 * - `POST /users/delete` `{ email }`: deletes the user
 * - `POST /users/reset-password` `{ email }`: the user, whose password is no longer good, and to whom a reset code is sent
 * - `POST /users/forget-devices` `{ email, deviceKey? }`: the pool no longer knows the device, or any of the user's
 * - `POST /sessions/revoke` `{ email }`: ends all sessions of the user. The store may rely on what it asked the pool up to a
 *   minute ago
 * - `POST /clock` `{ offsetMs }`: how far the pool's clock is ahead of this machine's; the store's is not moved
 */
export const userPoolRoutes = (pool: UserPoolAdmin): Hono => {
  const app = new Hono();
  app.get('/settings', (c) => c.json(pool.settings()));
  app.patch('/settings', async (c) => c.json(pool.updateSettings(await readJson(c, settingsPatchSchema))));

  app.post('/users/disable', async (c) => {
    const { email, disabled } = await readJson(c, disablingSchema);
    return c.json(await orRefused(pool.setUserEnabled(email, !disabled)));
  });

  app.post('/users/mfa', async (c) => {
    const { email, ...mfa } = await readJson(c, mfaSchema);
    return c.json(await orRefused(pool.setMfa(email, mfa)));
  });

  app.post('/users/require-new-password', async (c) => {
    const { email } = await readJson(c, userSchema);
    return c.json(await orRefused(pool.requireNewPassword(email)));
  });

  app.post('/users/email', async (c) => {
    const { email, newEmail, verified } = await readJson(c, changedEmailSchema);
    return c.json(await orRefused(pool.setEmail(email, newEmail, verified)));
  });

  app.post('/users/delete', async (c) => {
    const { email } = await readJson(c, userSchema);
    await orRefused(pool.deleteUser(email));
    return c.body(null, 204);
  });

  app.post('/users/reset-password', async (c) => {
    const { email } = await readJson(c, userSchema);
    return c.json(await orRefused(pool.resetPassword(email)));
  });

  app.post('/users/forget-devices', async (c) => {
    const { email, deviceKey } = await readJson(c, deviceSchema);
    await orRefused(pool.forgetDevices(email, deviceKey));
    return c.body(null, 204);
  });

  app.post('/sessions/revoke', async (c) => {
    const { email } = await readJson(c, userSchema);
    await orRefused(pool.revokeSessions(email));
    return c.body(null, 204);
  });

  app.post('/clock', async (c) => {
    const { offsetMs } = await readJson(c, shiftSchema);
    pool.shiftClock(offsetMs);
    return c.json({ offsetMs });
  });
  return app;
};

const orRefused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof CognitoError)) throw error;
    throw new HTTPException(error.name === 'UserNotFoundException' ? 404 : 400, { message: error.message });
  });
