import { expect, test } from 'vitest';
import { addUser, goodPassword, startPool } from './harness.ts';
import {
  attributesOf,
  globalSignOut,
  LibraryClient,
  refreshed,
  sessionOf,
  signOut,
} from './library-client.ts';

const email = 'Anna@Example.com';

test('the library signs up, confirms, signs in over SRP, refreshes, reads the user and signs out', {
  timeout: 30_000,
}, async () => {
  const running = await startPool();
  const client = new LibraryClient(running.origin);

  const signedUp = await client.signUp(email, goodPassword, {
    email,
    phone_number: '+15551234567',
    given_name: 'Anna',
    family_name: 'Lee',
    name: 'Anna Lee',
  });
  expect(signedUp.userConfirmed).toBe(false);
  expect(signedUp.codeDeliveryDetails).toEqual({
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: 'a***@e***',
  });
  expect(running.pool.admin.mail('anna@example.com')).toEqual([
    {
      to: email,
      kind: 'sign-up',
      medium: 'EMAIL',
      code: expect.stringMatching(/^\d{6}$/),
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ]);

  await client.confirm(email, running.code(email));
  const user = await client.signIn('anna@example.com', goodPassword);
  expect(user.getUsername()).toBe(signedUp.userSub);
  expect(client.storage.get('CognitoIdentityServiceProvider.coffer-local-web.LastAuthUser')).toBe(
    signedUp.userSub,
  );
  expect(await attributesOf(user)).toEqual({
    sub: signedUp.userSub,
    email,
    email_verified: 'true',
    phone_number: '+15551234567',
    phone_number_verified: 'false',
    given_name: 'Anna',
    family_name: 'Lee',
    name: 'Anna Lee',
  });

  const first = await sessionOf(user);
  const second = await refreshed(user, first);
  expect(second.getAccessToken().getJwtToken()).not.toBe(first.getAccessToken().getJwtToken());
  expect(second.getRefreshToken().getToken()).toBe(first.getRefreshToken().getToken());

  await signOut(user);
  expect(client.storage.size).toBe(0);
  await expect(refreshed(user, second)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Refresh Token has been revoked',
  });
});

test('a global sign-out ends the sessions of all of the user’s devices', { timeout: 30_000 }, async () => {
  const running = await startPool();
  await addUser(running);
  const [phone, laptop] = [new LibraryClient(running.origin), new LibraryClient(running.origin)];
  const onPhone = await phone.signIn('anna@example.com', goodPassword);
  const onLaptop = await laptop.signIn('anna@example.com', goodPassword);

  await globalSignOut(onPhone);

  await expect(attributesOf(onLaptop)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Access Token has been revoked',
  });
  const session = await sessionOf(onLaptop);
  await expect(refreshed(onLaptop, session)).rejects.toMatchObject({
    message: 'Refresh Token has been revoked',
  });
});
