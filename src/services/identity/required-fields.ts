import type { IdentityFailure } from '#machines/auth.types.ts';

const messages = {
  username: 'Username cannot be empty',
  password: 'Password cannot be empty',
  code: 'Confirmation code cannot be empty',
  challengeResponse: 'Challenge response cannot be empty',
} as const;

type RequiredField = keyof typeof messages;

const order: readonly RequiredField[] = ['username', 'password', 'code', 'challengeResponse'];

/** The failure of the first given field that is empty, or null. The identity library checks none of them. */
export const emptyFieldFailure = (
  fields: Readonly<Partial<Record<RequiredField, string>>>,
): IdentityFailure | null => {
  const empty = order.find((field) => fields[field] === '');
  return empty === undefined ? null : { name: 'field-empty', message: messages[empty] };
};
