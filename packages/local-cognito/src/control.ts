import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { handleError, readJson } from 'local-services/http/body.ts';
import * as v from 'valibot';
import { confirmedUserSchema, mfaInputSchema, type UserPoolAdmin } from './admin.ts';
import { CognitoError } from './errors.ts';
import { settingsPatchSchema } from './settings.ts';

const maxShiftMs = 3650 * 24 * 60 * 60 * 1000;

const ofUser = <Members extends v.ObjectEntries>(members: Members) =>
  v.strictObject({ email: v.string(), ...members });
const userSchema = ofUser({});
const shiftSchema = v.strictObject({
  offsetMs: v.pipe(v.number(), v.integer(), v.minValue(-maxShiftMs), v.maxValue(maxShiftMs)),
});

/** Creates the operator's routes (see the README). They return 404 for an unknown email, 400 for other errors. */
export const createControl = (admin: UserPoolAdmin): Hono => {
  const app = new Hono();
  app.onError(handleError);
  /** Adds a POST route that responds with the work's result, or with 204 if there is none. */
  const post = <Input>(
    path: string,
    schema: v.GenericSchema<unknown, Input>,
    work: (input: Input) => unknown,
    status: 200 | 201 = 200,
  ) =>
    app.post(path, async (c: Context) => {
      const input = await readJson(c, schema);
      const result = await Promise.resolve(work(input)).catch(refuse);
      return result === undefined ? c.body(null, 204) : c.json(result, status);
    });

  app.get('/settings', (c) => c.json(admin.settings()));
  app.patch('/settings', async (c) => c.json(admin.updateSettings(await readJson(c, settingsPatchSchema))));
  app.get('/mail', (c) => c.json(admin.mail(c.req.query('to'))));
  app.get('/users', (c) => c.json(admin.listUsers()));
  post('/users', confirmedUserSchema, (input) => admin.createConfirmedUser(input), 201);
  post('/users/disable', ofUser({ disabled: v.boolean() }), ({ email, disabled }) =>
    admin.setUserEnabled(email, !disabled),
  );
  post('/users/mfa', ofUser(mfaInputSchema.entries), ({ email, ...mfa }) => admin.setMfa(email, mfa));
  post('/users/require-new-password', userSchema, ({ email }) => admin.requireNewPassword(email));
  const changedEmail = { newEmail: v.string(), verified: v.optional(v.boolean(), true) };
  post('/users/email', ofUser(changedEmail), ({ email, newEmail, verified }) =>
    admin.setEmail(email, newEmail, verified),
  );
  post('/users/delete', userSchema, ({ email }) => admin.deleteUser(email));
  post('/users/reset-password', userSchema, ({ email }) => admin.resetPassword(email));
  post('/users/forget-devices', ofUser({ deviceKey: v.optional(v.string()) }), ({ email, deviceKey }) =>
    admin.forgetDevices(email, deviceKey),
  );
  post('/sessions/revoke', userSchema, ({ email }) => admin.revokeSessions(email));
  post('/clock', shiftSchema, ({ offsetMs }) => {
    admin.shiftClock(offsetMs);
    return { offsetMs };
  });
  app.post('/reset', async (c) => {
    await admin.reset({ users: c.req.query('users') === 'true' });
    return c.body(null, 204);
  });
  return app;
};

const refuse = (error: unknown): never => {
  if (!(error instanceof CognitoError)) throw error;
  throw new HTTPException(error.name === 'UserNotFoundException' ? 404 : 400, { message: error.message });
};
