import * as v from 'valibot';
import { expect, test } from 'vitest';
import { addUser, clientId, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';
import { beginSignIn } from './srp-client.ts';

const hiding = { settings: { preventUserExistenceErrors: true } };
const nobody = 'nobody@example.com';

const challengeSchema = v.object({
  ChallengeName: v.literal('PASSWORD_VERIFIER'),
  ChallengeParameters: v.strictObject({
    SALT: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
    SRP_B: v.pipe(v.string(), v.regex(/^[\da-f]{700,768}$/)),
    SECRET_BLOCK: v.pipe(v.string(), v.length(128)),
    USERNAME: v.pipe(v.string(), v.uuid()),
    USER_ID_FOR_SRP: v.pipe(v.string(), v.uuid()),
  }),
});
const challengeFor = async (running: RunningPool, email: string) =>
  v.parse(challengeSchema, (await beginSignIn(running, email)).body).ChallengeParameters;

test('a name without an account has a challenge of the same form, with the same salt and id each time', async () => {
  const running = await startPool(hiding);
  await addUser(running);
  await challengeFor(running, 'anna@example.com');
  const [first, again, other] = [
    await challengeFor(running, nobody),
    await challengeFor(running, 'NOBODY@example.com'),
    await challengeFor(running, 'someone@example.com'),
  ];
  expect([again.SALT, again.USER_ID_FOR_SRP]).toEqual([first.SALT, first.USER_ID_FOR_SRP]);
  expect(again.SRP_B).not.toBe(first.SRP_B);
  expect(other.SALT).not.toBe(first.SALT);

  await running.stop();
  const restarted = await startPool({ ...hiding, dataDir: running.dataDir });
  expect((await challengeFor(restarted, nobody)).SALT).toBe(first.SALT);
});

const delivered = {
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'n***@e***' },
};

test.each(['ForgotPassword', 'ResendConfirmationCode'])(
  '%s tells of a delivery that never was, with the limit of a real one',
  async (operation) => {
    const running = await startPool(hiding);
    const call = () => running.call(operation, { ClientId: clientId, Username: nobody });
    for (let count = 0; count < 5; count += 1) expect((await call()).body).toEqual(delivered);
    expect(errorOf(await call()).name).toBe('LimitExceededException');
    expect(running.pool.admin.mail()).toEqual([]);
  },
);

test.each(['ConfirmSignUp', 'ConfirmForgotPassword'])(
  '%s calls every code wrong, up to the limit',
  async (operation) => {
    const running = await startPool(hiding);
    const call = () =>
      running.call(operation, {
        ClientId: clientId,
        Username: nobody,
        ConfirmationCode: '123456',
        Password: goodPassword,
      });
    for (let count = 0; count < 10; count += 1)
      expect(errorOf(await call()).name).toBe('CodeMismatchException');
    expect(errorOf(await call()).name).toBe('LimitExceededException');
  },
);
