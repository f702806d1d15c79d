import { describe, expect, it } from 'vitest';
import { profileChanges, toProfileForm } from '#domain/profile.ts';
import type { IdentityFailureName } from '#machines/account/auth.types.ts';
import {
  changePasswordFailureText,
  deletionFailureText,
  passwordFieldOf,
  profileFailureText,
  signOutFailureText,
} from '#texts/profile.ts';

const failed = (name: IdentityFailureName, message = '') => ({ name, message });

describe('the profile explains', () => {
  it.each([
    [failed('not-authorized', 'A client attempted…'), /contact us\.$/],
    [failed('parameter-invalid', 'Invalid phone number format.'), /^Please enter a valid phone number/],
    [failed('unavailable'), /check your connection and try again/],
    [failed('limit-exceeded'), /wait 15 minutes/],
    [failed('rejected-by-rule', 'No nicknames.'), /^No nicknames\.$/],
    [failed('unknown'), /Please try again\.$/],
  ])('why changes were not saved (%o)', (failure, text) => {
    expect(profileFailureText(failure)).toMatch(text);
  });

  it.each([
    [failed('not-authorized', 'Incorrect username or password.'), 'currentPassword', /^That password is/],
    [failed('password-used'), 'newPassword', /^You used this password before/],
    [failed('password-invalid', 'Password not long enough'), 'newPassword', /^Password not long enough\. /],
    [failed('password-invalid'), 'newPassword', /^Password must be at least 8 characters/],
    [failed('not-authorized', 'Password attempts exceeded'), null, /wait 15 minutes/],
    [failed('throttled'), null, /wait 15 minutes/],
    [failed('not-authorized', 'Access Token does not have required scopes'), null, /^This sign-in can't/],
    [failed('unavailable'), null, /the new one works already/],
    [failed('unknown'), null, /Please try again\.$/],
  ])('why the password was not changed (%o)', (failure, field, text) => {
    expect(passwordFieldOf(failure)).toBe(field);
    expect(changePasswordFailureText(failure)).toMatch(text);
  });

  it.each([
    [failed('throttled'), /wait 15 minutes/],
    [failed('unavailable'), /may still be signed in\. Please try again/],
  ])('why devices are still signed in (%o)', (failure, text) => {
    expect(signOutFailureText(failure)).toMatch(text);
  });

  it.each([
    ['sign-in-required', 'No.', /sign in again/],
    ['open-purchase', 'No.', /still open\. Wait/],
    ['unsent', 'No.', /not deleted\. Please try again/],
    ['unknown', '', /Repeating it is safe/],
    ['refused', 'Please wait a minute.', /^Please wait a minute\.$/],
    ['refused', 'Request failed: Forbidden', /not deleted.*contact us/],
  ] as const)('why the account was not deleted (%s: %s)', (name, message, text) => {
    expect(deletionFailureText({ outcome: 'refused', name, message })).toMatch(text);
  });
});

describe('the profile sends', () => {
  const saved = toProfileForm({ firstName: 'Ada', lastName: null, phone: '+15551234567' });

  it.each([
    [{}, {}],
    [{ firstName: ' Ada ' }, {}],
    [{ firstName: 'Grace' }, { firstName: 'Grace', name: 'Grace' }],
    [{ lastName: 'King' }, { lastName: 'King', name: 'Ada King' }],
    [{ firstName: '' }, { firstName: '', name: '' }],
    [{ phone: '(555) 765-4321' }, { phone: '+15557654321' }],
  ])('only what changed (%o)', (typed, changes) => {
    expect(saved).toEqual({ firstName: 'Ada', lastName: '', phone: '(555) 123-4567' });
    expect(profileChanges(saved, { ...saved, ...typed })).toEqual(changes);
  });
});
