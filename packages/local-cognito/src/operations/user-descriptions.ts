import { attributeClaims } from '../attributes.ts';
import type { User } from '../users.ts';

const attributesOf = (user: User) =>
  Object.entries(attributeClaims(user)).map(([Name, value]) => ({ Name, Value: String(value) }));

/** Returns what administrators see of a user except the attributes. Times are in seconds since the epoch. */
const accountOf = (user: User) => ({
  Username: user.sub,
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: (user.modifiedAt ?? user.createdAt) / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
});

/** Returns a user as GetUser does. */
export const ownDescription = (user: User) => {
  const { factors, preferred } = user.mfa;
  return {
    Username: user.sub,
    UserAttributes: attributesOf(user),
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(preferred !== null && { PreferredMfaSetting: preferred }),
    ...(factors.includes('SMS_MFA') && {
      MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }],
    }),
  };
};

/** Returns a user as AdminGetUser does. */
export const adminDescription = (user: User) => ({ ...ownDescription(user), ...accountOf(user) });

/** Returns a user as ListUsers and AdminCreateUser do, with the named attributes or with all. */
export const listDescription = (user: User, names?: readonly string[] | null) => ({
  ...accountOf(user),
  Attributes: attributesOf(user).filter(({ Name }) => names?.includes(Name) ?? true),
});
