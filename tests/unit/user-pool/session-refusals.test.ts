import { addUser, clientId, errorOf, goodPassword, signUp } from './harness.ts';
import { type Refusal, testRefusals } from './refusals.ts';
import { refresh, signedIn, signIn } from './srp-client.ts';

const email = 'anna@example.com';

const sessionRefusals: Refusal[] = [
  [
    'sign-in of an unconfirmed user with a wrong password',
    async (running) => {
      await signUp(running);
      return errorOf(await signIn(running, email, 'Wrong-pass1!'));
    },
    'NotAuthorizedException',
    'Incorrect username or password.',
  ],
  [
    'refresh of a disabled user',
    async (running) => {
      await addUser(running);
      const { RefreshToken } = await signedIn(running, email, goodPassword);
      await running.pool.admin.setUserEnabled(email, false);
      return errorOf(await refresh(running, RefreshToken));
    },
    'NotAuthorizedException',
    'User is disabled.',
  ],
  [
    'an expired refresh token',
    async (running) => {
      await addUser(running);
      const { RefreshToken } = await signedIn(running, email, goodPassword);
      running.advance(30 * 24 * 3600);
      return errorOf(await refresh(running, RefreshToken));
    },
    'NotAuthorizedException',
    'Refresh Token has expired',
  ],
  [
    'a made-up refresh token',
    async (running) => errorOf(await refresh(running, 'made-up')),
    'NotAuthorizedException',
    'Invalid Refresh Token',
  ],
  [
    'a refresh token with another secret',
    async (running) => {
      await addUser(running);
      const { RefreshToken } = await signedIn(running, email, goodPassword);
      return errorOf(await refresh(running, `${RefreshToken}x`));
    },
    'NotAuthorizedException',
    'Invalid Refresh Token',
  ],
  [
    'an id token in place of an access token',
    async (running) => {
      await addUser(running);
      const { IdToken } = await signedIn(running, email, goodPassword);
      return errorOf(await running.call('GetUser', { AccessToken: IdToken }));
    },
    'NotAuthorizedException',
    'Invalid Access Token',
  ],
  [
    'an access token in place of a refresh token, to revoke',
    async (running) => {
      await addUser(running);
      const { AccessToken } = await signedIn(running, email, goodPassword);
      return errorOf(await running.call('RevokeToken', { ClientId: clientId, Token: AccessToken }));
    },
    'UnsupportedTokenTypeException',
    'Token type is not supported for revocation.',
  ],
];

testRefusals(sessionRefusals);
