import * as v from 'valibot';
import { attributeList } from '../attributes.ts';
import { authorizedUser, revokeRefreshToken } from '../authorization.ts';
import { clientId, token } from '../input.ts';
import { clientOperation, operation } from './operation.ts';

export const getUser = operation(v.object({ AccessToken: token }), async ({ AccessToken }, pool) => {
  const user = await authorizedUser(pool, AccessToken);
  const { factors, preferred } = user.mfa;
  return {
    Username: user.sub,
    UserAttributes: attributeList(user),
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(preferred !== null && { PreferredMfaSetting: preferred }),
    ...(factors.includes('SMS_MFA') && {
      MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }],
    }),
  };
});

/** Ends every session of the user. */
export const globalSignOut = operation(v.object({ AccessToken: token }), async ({ AccessToken }, pool) => {
  const user = await authorizedUser(pool, AccessToken);
  pool.sessions.revokeAllOf(user.sub);
  return {};
});

/** Ends the session of a refresh token, and every token made from it. */
export const revokeToken = clientOperation(
  v.object({ ClientId: clientId, Token: token }),
  ({ Token }, pool) => {
    revokeRefreshToken(pool, Token);
    return {};
  },
);
