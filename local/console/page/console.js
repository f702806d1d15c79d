import { gatewayPanels, listenToGatewayForms } from './gateway.js';
import { $, postJson } from './requests.js';
import { drawTable, element } from './tables.js';

const pollMs = 1500;
const maxRows = 200;

const time = (text) => {
  const date = new Date(text);
  return element('time', { dateTime: text, title: date.toLocaleString() }, date.toLocaleTimeString());
};
const dollars = (cents) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const codeOrLink = ({ code, link }) => {
  if (link === undefined) return element('span', { className: 'code' }, code);
  return element('a', { href: link, target: '_blank', rel: 'noreferrer' }, 'Confirm');
};

/** A button that does its work, shows what came of it and then moves the focus, because it may be gone itself. */
const actionButton = (text, label, work, focusId) => {
  const onclick = async () => {
    await work();
    await refresh();
    $(focusId).focus();
  };
  return element('button', { type: 'button', ariaLabel: label, onclick }, text);
};

const refundButton = ({ orderId, outcome, amountCents, refundedCents = 0, refundedAt }) => {
  if (outcome !== 'approved' || refundedAt) return '';
  const label = `Refund ${dollars(amountCents - refundedCents)} of order ${orderId}`;
  return actionButton('Refund', label, () => postJson('/sales/refund', { orderId }), 'sales');
};

const saleOutcome = ({ outcome, refundedCents, refundedAt }) => {
  if (refundedAt) return 'given back';
  return refundedCents ? `${outcome}, ${dollars(refundedCents)} given back` : outcome;
};

const removeButton = (status) => {
  const { id, fault } = status;
  const remove = () => fetch(`/faults/${id}`, { method: 'DELETE' });
  return actionButton('Remove', `Remove ${fault} on ${describeMatch(status)}`, remove, 'clear-faults');
};

/** The matched requests in one line: `GET /api/a?page=3, x-try: 2, of ada@example.com, after 2 more`. */
const describeMatch = ({ match, query, requestHeaders = {}, customer, after }) => {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  const owner = customer && `of ${customer}`;
  return [match + search, ...headers, owner, after && `after ${after} more`].filter(Boolean).join(', ');
};

const describeFault = ({ fault, delayMs, status, body }) => {
  const more = { delay: `${delayMs} ms`, script: body, status: status ?? 500 }[fault];
  return more === undefined ? fault : `${fault} (${more})`;
};

const messageKinds = { 'sign-up': 'Sign-up', reset: 'Password reset', 'sign-in': 'Sign-in' };

const statuses = {
  UNCONFIRMED: 'Unconfirmed',
  CONFIRMED: 'Confirmed',
  FORCE_CHANGE_PASSWORD: 'New password required',
};

const factorNames = { SOFTWARE_TOKEN_MFA: 'Authenticator app', SMS_MFA: 'Text message', EMAIL_OTP: 'Email' };

const describeFactors = ({ mfa: { factors, preferred } }) =>
  factors.map((factor) => `${factorNames[factor]}${factor === preferred ? ' (preferred)' : ''}`).join(', ') ||
  'None';

const userStatus = ({ status, enabled }) =>
  element('span', { className: 'status' }, enabled ? statuses[status] : 'Disabled');

const authenticatorCode = ({ mfa: { code } }) =>
  code === undefined ? '' : element('span', { className: 'code' }, code);

/** Draws what changed only, so that the focus stays where it is. */
const refreshPanel = async ({ name, columns, empty }) => {
  const reply = await fetch(`/${name}`);
  const text = await reply.text();
  if (!reply.ok || drawn.get(name) === text) return;
  drawn.set(name, text);
  drawTable($(name.replace('/', '-')), columns, JSON.parse(text).slice(0, maxRows), empty);
};

const refresh = async () => {
  try {
    await Promise.all(panels.map(refreshPanel));
    $('status').textContent = '';
  } catch {
    $('status').textContent = 'The console is not responding. Is Coffer still running?';
  }
};

const panels = [
  {
    name: 'mail',
    empty: 'No messages yet.',
    columns: [
      { title: 'Code', cell: codeOrLink },
      { title: 'To', cell: ({ to, phone }) => (phone ? `${to} at ${phone}` : to) },
      { title: 'By', cell: ({ medium }) => (medium === 'SMS' ? 'Text message' : 'Email') },
      { title: 'For', cell: ({ kind }) => messageKinds[kind] },
      { title: 'Sent', cell: ({ sentAt }) => time(sentAt) },
    ],
  },
  {
    name: 'users',
    empty: 'No accounts yet.',
    columns: [
      { title: 'Email', cell: ({ email }) => email },
      { title: 'Status', cell: userStatus },
      { title: 'Second factors', cell: describeFactors },
      { title: 'Secret', cell: ({ mfa }) => mfa.secret ?? '' },
      { title: 'Code now', cell: authenticatorCode },
    ],
  },
  {
    name: 'sales',
    empty: 'No sales yet.',
    columns: [
      { title: 'Amount', cell: ({ amountCents }) => dollars(amountCents) },
      { title: 'Outcome', cell: saleOutcome },
      { title: 'Order', cell: ({ orderId }) => orderId },
      { title: 'Transaction', cell: ({ transactionId }) => transactionId },
      { title: 'Token', cell: ({ token }) => `…${token}` },
      { title: 'At', cell: ({ at }) => time(at) },
      { title: 'Refund', cell: refundButton },
    ],
  },
  ...gatewayPanels(actionButton),
  {
    name: 'faults',
    empty: 'No faults.',
    columns: [
      { title: 'Service', cell: ({ service }) => service },
      { title: 'Match', cell: describeMatch },
      { title: 'Fault', cell: describeFault },
      { title: 'Times left', cell: ({ times }) => String(times ?? 'until removed') },
      { title: 'Struck', cell: ({ struck }) => String(struck) },
      { title: 'Held now', cell: ({ held }) => String(held) },
      { title: 'Remove', cell: removeButton },
    ],
  },
];

const drawn = new Map();

const poll = async () => {
  if (!document.hidden) await refresh();
  setTimeout(poll, pollMs);
};

const readQuery = (text) => Object.fromEntries(new URLSearchParams(text));

/** One header a line, as `name: value`. */
const readHeaders = (text) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headers = lines.map((line) => line.split(':')).map(([name, ...value]) => [name, value.join(':')]);
  return Object.fromEntries(headers.map(([name, value]) => [name.trim(), value.trim()]));
};

$('clear-faults').addEventListener('click', async () => {
  await fetch('/faults', { method: 'DELETE' });
  await refresh();
});

$('add-fault').addEventListener('submit', async (event) => {
  event.preventDefault();
  const filled = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
  const read = {
    times: Number,
    delayMs: Number,
    status: Number,
    after: Number,
    query: readQuery,
    requestHeaders: readHeaders,
  };
  const fault = Object.fromEntries(filled.map(([name, value]) => [name, read[name]?.(value) ?? value]));
  const reply = await postJson('/faults', fault);
  $('fault-problem').textContent = reply.ok ? '' : (await reply.json()).detail;
  await refresh();
});

$('change-user').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const email = form.get('email');
  const path = event.submitter.value;
  const mfa = {
    factors: form.getAll('factors'),
    preferred: form.get('preferred') || null,
    secret: form.get('secret') || undefined,
  };
  const reply = await postJson(`/pool/users/${path}`, path === 'mfa' ? { email, ...mfa } : { email });
  $('user-problem').textContent = reply.ok ? '' : (await reply.json()).detail;
  await refresh();
});

listenToGatewayForms(refresh);
poll();
