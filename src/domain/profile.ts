import { formatPhone, internationalPhone } from './phone.ts';

/** A customer's details as the form shows them. */
export type ProfileForm = Readonly<Record<'firstName' | 'lastName' | 'phone', string>>;

/** The new values of changed details. An empty value removes a detail. `name` is the full name. */
export type ProfileChanges = Partial<ProfileForm> & { readonly name?: string };

interface Details {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
}

export const toProfileForm = ({ firstName, lastName, phone }: Details): ProfileForm => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  phone: formatPhone(phone ?? ''),
});

/** Returns what changed. Leaves out the rest, because the service may not let customers change everything. */
export const profileChanges = (saved: ProfileForm, typed: ProfileForm): ProfileChanges => {
  const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()];
  const isNewFirst = firstName !== saved.firstName;
  const isNewLast = lastName !== saved.lastName;
  return {
    ...(isNewFirst && { firstName }),
    ...(isNewLast && { lastName }),
    ...((isNewFirst || isNewLast) && { name: `${firstName} ${lastName}`.trim() }),
    ...(typed.phone !== saved.phone && { phone: internationalPhone(typed.phone) }),
  };
};

/** Why the store didn't delete an account. */
export type DeletionFailureName =
  | 'sign-in-required'
  | 'open-purchase'
  | 'unsent'
  /** The deletion may have begun. Repeating it is safe. */
  | 'unknown'
  | 'refused';

export type DeletionResult =
  | { readonly outcome: 'done' }
  /** `message` is the store's `detail`, or empty if it sent none. */
  | { readonly outcome: 'refused'; readonly name: DeletionFailureName; readonly message: string };
