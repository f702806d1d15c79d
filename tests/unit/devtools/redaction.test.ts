import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact, redacted } from '#devtools/redaction.ts';

const secretNames = [
  ...'password newPassword code verification_code token accessToken payment-token id_token'.split(' '),
  ...'clientSecret email emailAddress phone phone_number firstName last_name given_name family_name'.split(
    ' ',
  ),
  ...'username cardFields ccnumber ccexp cvv billing address1 zip credentials pendingVerification pin'.split(
    ' ',
  ),
  ...'secret destination attributes'.split(' '),
];

test.each(secretNames)('redaction hides any value of %s', (name) => {
  for (const value of ['secret', '', 7]) expect(redact({ [name]: value })).toEqual({ [name]: redacted });
  expect(redact({ [name]: { inner: 'secret', list: [1, { valid: true }] } })).toEqual({
    [name]: { inner: redacted, list: [redacted, { valid: true }] },
  });
});

test('redaction still shows whether a value exists', () => {
  expect(redact({ token: null, email: undefined, phone: true })).toEqual({
    token: null,
    email: undefined,
    phone: true,
  });
});

test('redaction shows only the kind of a challenge', () => {
  const email = 'ada@example.com';
  expect(
    redact({
      challenge: { name: 'authenticator-setup', email, secret: 'JBSWY3DPEHPK3PXP' },
      answer: { password: 'p', attributes: { 'custom:team': 'Analysts' } },
      before: { name: 'factor-choice', email, factors: ['text-message-code'] },
    }),
  ).toEqual({
    challenge: { name: 'authenticator-setup', email: redacted, secret: redacted },
    answer: { password: redacted, attributes: { 'custom:team': redacted } },
    before: { name: 'factor-choice', email: redacted, factors: ['text-message-code'] },
  });
});

test('redaction changes no value that isn’t a secret', () => {
  const order = {
    outcome: 'refused',
    failure: { name: 'declined', message: 'The bank said no.' },
    product: { id: 'plus', name: 'Plus', price_cents: 1000 },
    attempt: { id: '3f2b8a54-9f0e-4c1b-8a53-2d1f6f1f0a11', startedAt: 1_763_683_200_000 },
    address: { filter: 'all', page: 2, transaction: null },
  };
  expect(redact(order)).toEqual(order);
});

test.each([
  ['an email', 'User ada@example.com does not exist', `User ${redacted} does not exist`],
  ['a phone', 'sent to +1 (555) 123-4567', `sent to ${redacted}`],
  ['a card’s number', 'card 4111 1111 1111 1111 declined', `card ${redacted} declined`],
  ['a signed token', 'Bearer eyJhbGciOi.eyJzdWIi.c2ln', `Bearer ${redacted}`],
])('redaction hides %s in a text', (_, text, hidden) => {
  expect(redact({ message: text })).toEqual({ message: hidden });
});

test('redaction hides a property name that contains a secret', () => {
  expect(redact({ 'ada@example.com': 1 })).toEqual({ [redacted]: 1 });
});

test('redaction hides an input or output that is a string', () => {
  expect(redact({ input: 'hunter2', output: 'tok_1' })).toEqual({ input: redacted, output: redacted });
  expect(redact('tok_1', 'output')).toBe(redacted);
});

test('a redacted copy is plain data of limited depth', () => {
  class Vault {
    readonly password = 'secret';
  }
  const cyclic: Record<string, unknown> = { name: 'loop' };
  cyclic['self'] = cyclic;
  let deep: unknown = 'bottom';
  for (let level = 0; level < 20; level += 1) deep = { deep };

  expect(redact(cyclic)).toEqual({ name: 'loop', self: '[cycle]' });
  expect(JSON.stringify(redact(deep))).toBe(`${'{"deep":'.repeat(10)}"[deeper]"${'}'.repeat(10)}`);
  expect(
    redact({
      run: () => 1,
      vault: new Vault(),
      error: new TypeError('ada@example.com'),
      big: 5n,
      at: new Date(0),
    }),
  ).toEqual({
    run: undefined,
    vault: '[Vault]',
    error: { name: 'TypeError' },
    big: '5',
    at: '1970-01-01T00:00:00.000Z',
  });
});

test('redacting a redacted copy changes nothing', () => {
  fc.assert(
    fc.property(fc.object({ key: fc.constantFrom('code', 'email', 'a', 'output', 'list') }), (value) => {
      const once = redact(value);
      expect(redact(once)).toEqual(once);
    }),
  );
});
