import { actionButton, createFact, createTable, element, heading } from './elements.js';
import { checkbox, checkboxes, choice, createForm, number, text, textArea } from './forms.js';
import { gateway } from './gateway.js';

const pollMs = 1500;

const time = (at) => {
  const date = new Date(at);
  return element('time', { dateTime: at, title: date.toLocaleString() }, date.toLocaleTimeString());
};
const dollars = (cents) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const digits = (code) => element('span', { className: 'code' }, code);

const messageKinds = { 'sign-up': 'Sign-up', reset: 'Password reset', 'sign-in': 'Sign-in' };
const statuses = {
  UNCONFIRMED: 'Unconfirmed',
  CONFIRMED: 'Confirmed',
  FORCE_CHANGE_PASSWORD: 'New password required',
};
const factors = { SOFTWARE_TOKEN_MFA: 'Authenticator app', SMS_MFA: 'Text message', EMAIL_OTP: 'Email' };

const firstFactors = { PASSWORD: 'Password (always)', WEB_AUTHN: 'Passkey', EMAIL_OTP: 'Emailed code' };

const describeFactors = ({ mfa }) =>
  mfa.factors
    .map((factor) => factors[factor] + (factor === mfa.preferred ? ' (preferred)' : ''))
    .join(', ') || 'None';

const saleOutcome = ({ outcome, refundedCents, refundedAt }) => {
  if (refundedAt) return 'refunded';
  return refundedCents ? `${outcome}, ${dollars(refundedCents)} refunded` : outcome;
};

const refundButton = ({ orderId, outcome, amountCents, refundedCents = 0, refundedAt }) => {
  if (outcome !== 'approved' || refundedAt) return '';
  const label = `Refund ${dollars(amountCents - refundedCents)} of order ${orderId}`;
  return actionButton('Refund', label, 'POST', '/sales/refund', { orderId });
};

/** Describes a fault's requests: `GET /api/a?page=3, x-try: 2, of ada@example.com, after 2 more`. */
const describeMatch = ({ match, query, requestHeaders = {}, customer, after }) => {
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  const owner = customer && `of ${customer}`;
  return [match + search, ...headers, owner, after && `after ${after} more`].filter(Boolean).join(', ');
};

const describeFault = ({ fault, delayMs, status = 500, body }) => {
  const more = { delay: `${delayMs} ms`, script: body, status }[fault];
  return more === undefined ? fault : `${fault} (${more})`;
};

const removeFault = (fault) => {
  const label = `Remove ${fault.fault} on ${describeMatch(fault)}`;
  return actionButton('Remove', label, 'DELETE', `/faults/${fault.id}`);
};

const faultKinds = 'reset-before, reset-after, delay, hold, hang, status, html, malformed, script, crash';

const readQuery = (entered) => Object.fromEntries(new URLSearchParams(entered));

/** Parses headers, one per line, such as `name: value`. */
const readHeaders = (entered) => {
  const headers = entered.matchAll(/^\s*([^:\n]+?)\s*:\s*(.*?)\s*$/gm);
  return Object.fromEntries([...headers].map(([, name, value]) => [name, value]));
};

const mailbox = createTable('/mail', 'No messages yet.', {
  Code: ({ code, link }) =>
    link
      ? element('a', { href: link, target: '_blank', rel: 'noreferrer' }, 'Confirm')
      : code && digits(code),
  Subject: ({ subject, text }) =>
    subject ? element('details', {}, element('summary', {}, subject), element('pre', {}, text)) : '',
  To: ({ to, phone }) => (phone ? `${to} at ${phone}` : to),
  By: ({ medium }) => (medium === 'SMS' ? 'Text message' : 'Email'),
  For: ({ kind }) => messageKinds[kind] ?? kind,
  Sent: ({ sentAt }) => time(sentAt),
});

const users = [
  createTable('/users', 'No accounts yet.', {
    Email: 'email',
    Status: ({ status, enabled }) => (enabled ? statuses[status] : 'Disabled'),
    'Second factors': describeFactors,
    Secret: ({ mfa }) => mfa.secret,
    'Code now': ({ mfa }) => mfa.code && digits(mfa.code),
  }),
  createForm(
    'Change how a user signs in',
    [
      text('email', 'Email', { type: 'email', required: true, className: 'wide' }),
      checkboxes('factors', 'Second factors', factors),
      choice('preferred', 'Preferred', { '': 'None: ask the user', ...factors }),
      text('secret', 'Authenticator secret (empty: keep or create one)', {
        minLength: 16,
        maxLength: 128,
        pattern: '[A-Z2-7]+',
      }),
      checkbox('passkey', 'A verified passkey is enough, if the pool allows it'),
    ],
    {
      'Set second factors': ['/pool/users/mfa'],
      'Require a new password': ['/pool/users/require-new-password', ['email']],
    },
  ),
];

const signIn = createForm(
  'How all users sign in',
  [
    checkboxes('firstFactors', 'First factors', firstFactors),
    text('relyingPartyId', 'Relying party id of passkeys', { pattern: '[a-z0-9.\\-]+' }),
    choice('userVerification', 'User verification with passkeys', 'preferred, required'),
    choice('passkeyFactor', 'A verified passkey is', {
      SINGLE_FACTOR: 'the first factor only',
      MULTI_FACTOR_WITH_USER_VERIFICATION: 'both factors, for users who turned that on',
    }),
    choice('mfa', 'Second factors', 'OPTIONAL, OFF, ON'),
  ],
  { 'Change sign-in': ['/pool/settings'] },
  '/pool/settings',
);

const sales = createTable('/sales', 'No sales yet.', {
  Amount: ({ amountCents }) => dollars(amountCents),
  Outcome: saleOutcome,
  Order: 'orderId',
  Transaction: 'transactionId',
  Token: ({ token }) => `…${token}`,
  At: ({ at }) => time(at),
  Refund: refundButton,
});

const expireButton = (kind) => (row) => {
  const isOver = kind === 'hold' ? row.state !== 'open' : row.remaining === 0;
  return isOver
    ? ''
    : actionButton('Expire', `Expire ${kind} ${row.id}`, 'POST', '/credits/expire', { kind, id: row.id });
};

const credits = [
  createFact('/merchant-key', ({ key }) => ["Key of the merchant's API: ", digits(key)]),
  heading('Grants'),
  createTable('/credits/grants', 'No grants yet.', {
    Customer: ({ email, customerId }) => email ?? customerId,
    Kind: 'kind',
    Credits: 'credits',
    Left: 'remaining',
    Held: 'held',
    Priority: 'priority',
    Expires: ({ expiresAt }) => (expiresAt ? time(expiresAt) : 'Never'),
    Grant: 'id',
    Expire: expireButton('grant'),
  }),
  heading('Holds'),
  createTable('/credits/holds', 'No holds yet.', {
    Customer: ({ email, customerId }) => email ?? customerId,
    State: 'state',
    Credits: 'credits',
    Captured: 'captured',
    Expires: ({ expiresAt }) => time(expiresAt),
    Hold: 'id',
    Expire: expireButton('hold'),
  }),
];

const webhooks = [
  createTable('/merchant-webhooks', 'No endpoints yet.', {
    URL: 'url',
    Secret: 'secret',
    State: 'state',
    Waiting: 'waiting',
    'Last event': ({ deliveredEvent }) => deliveredEvent ?? 'None',
    Remove: ({ id, url }) => actionButton('Remove', `Remove ${url}`, 'DELETE', `/merchant-webhooks/${id}`),
  }),
  createForm(
    'Send the merchant’s events to an endpoint',
    [
      text('url', 'URL', {
        type: 'url',
        required: true,
        placeholder: 'http://localhost:3000/webhooks',
        className: 'wide',
      }),
    ],
    { 'Add endpoint': ['/merchant-webhooks'] },
  ),
];

const faults = [
  createTable('/faults', 'No faults.', {
    Service: 'service',
    Match: describeMatch,
    Fault: describeFault,
    'Times left': ({ times = 'until removed' }) => times,
    Struck: 'struck',
    'Held now': 'held',
    Remove: removeFault,
  }),
  { node: actionButton('Remove all faults', null, 'DELETE', '/faults') },
  createForm(
    'Add a fault',
    [
      choice('service', 'Service', { store: 'Store API', pool: 'User pool', gateway: 'Card gateway' }),
      text('match', 'Match', { required: true, value: 'POST /api/checkout/process-payment-token' }),
      text('query', 'Query (as page=3&limit=10)', {}, readQuery),
      text('customer', "Customer's email", { type: 'email' }),
      number('after', 'Skip this many matching requests'),
      textArea(
        'requestHeaders',
        'Request headers, one per line',
        { rows: 1, placeholder: 'name: value' },
        readHeaders,
      ),
      choice('fault', 'Fault', faultKinds),
      number('times', 'Times (empty: until removed)', { min: 1, value: 1 }),
      number('delayMs', 'Delay in ms'),
      number('status', 'Status', { min: 200, max: 599 }),
      textArea('body', "Body, or the script's behavior", { rows: 2 }),
    ],
    { 'Add fault': ['/faults'] },
  ),
];

const sections = Object.entries({
  Faults: faults,
  Mailbox: [mailbox],
  Users: users,
  'Sign-in': [signIn],
  'Sales at the gateway': [sales],
  'Card gateway': gateway,
  Credits: credits,
  Webhooks: webhooks,
});
for (const [title, parts] of sections) {
  const id = title.replaceAll(' ', '-');
  document.querySelector('nav').append(element('a', { href: `#${id}` }, title));
  const heading = element('h2', { id, tabIndex: -1 }, title);
  const section = element('section', { ariaLabel: title }, heading, ...parts.map(({ node }) => node));
  document.querySelector('main').append(section);
}
const tables = sections.flatMap(([, parts]) => parts).filter(({ refresh }) => refresh);

const refreshAll = async () => {
  const status = document.getElementById('status');
  try {
    await Promise.all(tables.map((table) => table.refresh()));
    status.textContent = '';
  } catch {
    status.textContent = 'The console is not responding. Is Coffer still running?';
  }
};

document.addEventListener('change-sent', refreshAll);

const poll = async () => {
  if (!document.hidden) await refreshAll();
  setTimeout(poll, pollMs);
};
poll();
