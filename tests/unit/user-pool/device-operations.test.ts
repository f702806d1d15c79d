import * as v from 'valibot';
import { expect, test } from 'vitest';
import { addUser, clientId, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';
import { answerChallenge, beginSignIn, refresh, signIn, tokensOf } from './srp-client.ts';

const email = 'anna@example.com';
const config = { PasswordVerifier: Buffer.alloc(384, 7).toString('base64'), Salt: 'c2FsdA==' };
const unknownKey = 'local_00000000-0000-4000-8000-000000000000';

const startTracking = async (): Promise<RunningPool> => {
  const running = await startPool({ settings: { deviceTracking: true } });
  await addUser(running);
  return running;
};

const offerSchema = v.object({
  AuthenticationResult: v.object({
    NewDeviceMetadata: v.object({ DeviceKey: v.string(), DeviceGroupKey: v.string() }),
  }),
});

/** Signs in; the device that is offered is not confirmed yet. */
const offered = async (running: RunningPool, username = email) => {
  const answer = await signIn(running, username, goodPassword);
  const { NewDeviceMetadata } = v.parse(offerSchema, answer.body).AuthenticationResult;
  return { ...tokensOf(answer), ...NewDeviceMetadata };
};

const confirm = (running: RunningPool, AccessToken: string, DeviceKey: string, more: object = {}) =>
  running.call('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig: config, ...more });

const confirmed = async (running: RunningPool, username = email) => {
  const device = await offered(running, username);
  const answer = await confirm(running, device.AccessToken, device.DeviceKey);
  expect(answer.body).toEqual({ UserConfirmationNecessary: false });
  return device;
};

test('a refresh token is good with the key of its device only', async () => {
  const running = await startTracking();
  const { RefreshToken, DeviceKey } = await confirmed(running);
  const other = await confirmed(running);
  for (const key of [undefined, other.DeviceKey, unknownKey]) {
    expect(errorOf(await refresh(running, RefreshToken, key))).toEqual({
      status: 400,
      name: 'NotAuthorizedException',
      message: 'Invalid Refresh Token',
    });
  }
  expect((await refresh(running, RefreshToken, DeviceKey)).status).toBe(200);
});

test('another user’s device is not to be seen, changed or signed in with', async () => {
  const running = await startTracking();
  await addUser(running, 'ben@example.com');
  const mine = await confirmed(running);
  const theirs = await confirmed(running, 'ben@example.com');
  const { AccessToken } = mine;
  const { DeviceKey } = theirs;
  const answers = [
    await running.call('GetDevice', { AccessToken, DeviceKey }),
    await running.call('ForgetDevice', { AccessToken, DeviceKey }),
    await running.call('UpdateDeviceStatus', {
      AccessToken,
      DeviceKey,
      DeviceRememberedStatus: 'remembered',
    }),
    await confirm(running, AccessToken, DeviceKey),
  ];
  const request = answerChallenge(await beginSignIn(running, email), goodPassword);
  const responses = { ...request.ChallengeResponses, DEVICE_KEY: DeviceKey };
  answers.push(await running.call('RespondToAuthChallenge', { ...request, ChallengeResponses: responses }));
  for (const answer of answers) {
    expect(errorOf(answer)).toEqual({
      status: 400,
      name: 'ResourceNotFoundException',
      message: 'Device does not exist.',
    });
  }
});

/** Signs in up to the challenge of a device. */
const demanded = async (running: RunningPool, DEVICE_KEY: string) => {
  const request = answerChallenge(await beginSignIn(running, email), goodPassword);
  const answer = await running.call('RespondToAuthChallenge', {
    ...request,
    ChallengeResponses: { ...request.ChallengeResponses, DEVICE_KEY },
  });
  return v.parse(
    v.object({ ChallengeName: v.literal('DEVICE_SRP_AUTH'), Session: v.pipe(v.string(), v.minLength(20)) }),
    answer.body,
  ).Session;
};

const answerDevice = (running: RunningPool, Session: string, ChallengeResponses: object) =>
  running.call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName: 'DEVICE_SRP_AUTH',
    Session,
    ChallengeResponses,
  });

test('a sign-in goes on once, in time, and with its own device', { timeout: 30_000 }, async () => {
  const running = await startTracking();
  const { DeviceKey } = await confirmed(running);
  const other = await confirmed(running);
  const responses = { DEVICE_KEY: DeviceKey, SRP_A: 'abc' };

  const once = await demanded(running, DeviceKey);
  expect((await answerDevice(running, once, responses)).body).toMatchObject({
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeParameters: { DEVICE_KEY: DeviceKey, SRP_B: expect.stringMatching(/^[\da-f]+$/) },
    Session: expect.any(String),
  });
  const late = await demanded(running, DeviceKey);
  running.advance(180);
  const refusals = [
    await answerDevice(running, once, responses),
    await answerDevice(running, late, responses),
    await answerDevice(running, 'made-up', responses),
    await answerDevice(running, await demanded(running, DeviceKey), {
      ...responses,
      DEVICE_KEY: other.DeviceKey,
    }),
  ];
  for (const refusal of refusals) {
    expect(errorOf(refusal)).toEqual({
      status: 400,
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user.',
    });
  }
});
