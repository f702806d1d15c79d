import type { ProfileChanges } from '#domain/profile.ts';
import type { AuthorizedCall } from './client.ts';
import { resultOf } from './errors.ts';
import type { IdentityContext } from './session.ts';
import type { AccessToken } from './token-refresh.ts';
import { dropDevice } from './token-writer.ts';

const attributeNames = {
  firstName: 'given_name',
  lastName: 'family_name',
  name: 'name',
  phone: 'phone_number',
} as const satisfies Record<keyof ProfileChanges, string>;

const attributesOf = (changes: ProfileChanges) =>
  (['firstName', 'lastName', 'name', 'phone'] as const).flatMap((key) => {
    const { [key]: Value } = changes;
    return Value === undefined ? [] : [{ Name: attributeNames[key], Value }];
  });

/** Creates the operations of the profile page. @param noteRevoked lets a sign-out skip the service */
export const createProfile = (
  { settings, storage, session }: IdentityContext,
  callAuthorized: AuthorizedCall,
  accessToken: AccessToken,
  noteRevoked: () => void,
) => ({
  save: (changes: ProfileChanges) =>
    resultOf(async () => {
      const UserAttributes = attributesOf(changes);
      if (UserAttributes.length === 0) return {};
      await callAuthorized('UpdateUserAttributes', { UserAttributes });
      // The old ID token has the old names. If the refresh fails, the next one gets the new names.
      const refused = session.current()?.accessToken;
      if (refused !== undefined) await accessToken({ refused }).catch(() => undefined);
      return {};
    }),

  changePassword: ({ current, next }: { readonly current: string; readonly next: string }) =>
    resultOf(async () => {
      await callAuthorized('ChangePassword', {
        PreviousPassword: current,
        ProposedPassword: next.normalize(),
      });
      return {};
    }),

  signOutEverywhere: () =>
    resultOf(async () => {
      await callAuthorized('GlobalSignOut', {});
      noteRevoked();
      return {};
    }),

  noteDeleted(): void {
    const current = session.current();
    if (current !== null) dropDevice(settings.clientId, current.username, storage);
    noteRevoked();
  },

  signInAgain: session.expire,
});

export type Profile = ReturnType<typeof createProfile>;
