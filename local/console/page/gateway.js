import { actionButton, createTable, heading } from './elements.js';
import { checkbox, choice, createForm, dollars, number, text, textArea, words } from './forms.js';

const describeReply = ({ reply, code, effect, authorizedCents }) =>
  [reply, code, effect && `(${effect})`, authorizedCents !== undefined && `${authorizedCents / 100} USD`]
    .filter(Boolean)
    .join(' ');

const describeTarget = ({ type, orderId, email, after }) => {
  const parts = [orderId && `of order ${orderId}`, email && `of ${email}`, after && `after ${after} more`];
  return [type === '*' ? 'all' : type, ...parts].filter(Boolean).join(' ');
};

const describeDelivery = ({ fate, copies, delayMs }) =>
  ({ duplicated: `duplicated (${copies})`, delayed: `delayed (${delayMs} ms)` })[fate] ?? fate;

const remove = (list, nameOf) => (row) =>
  actionButton('Remove', `Remove ${nameOf(row)}`, 'DELETE', `/gateway/${list}/${row.id}`);
const sendAgain = ({ id, type }) =>
  actionButton('Send again', `Send ${type} again`, 'POST', `/gateway/events/${id}/resend`);

const deleteCard = ({ customerVaultId }) =>
  actionButton(
    'Delete',
    `Delete saved card ${customerVaultId}`,
    'DELETE',
    `/gateway/vault/${encodeURIComponent(customerVaultId)}`,
  );
const describeDecline = ({ code, times = 'until ended' }) => `${code} (${times})`;
const tellUpdate =
  (kind) =>
  ({ customerVaultId, card, expiry }) => ({ customerVaultId, kind, card, expiry });

const conditions =
  '(the actual one), pending, pendingsettlement, in_progress, abandoned, failed, canceled, complete, unknown';
const refundShapes = {
  action: "in the sale's transaction",
  'own-transaction': 'as a separate transaction',
};
const replies =
  'rate-limit (code 301), too-many-requests (status 429), partial (approval), code, lost (done, no response)';

export const gateway = [
  createForm(
    'What happens to an order',
    [
      text('orderId', 'Order'),
      dollars('amountCents', 'Amount in dollars (empty: all)', 0.01),
      choice('shape', 'Record a refund', refundShapes),
      choice('condition', 'Condition to report', conditions),
      checkbox('isNamed', 'A separate transaction names the order'),
    ],
    {
      Refund: [
        '/sales/refund',
        ({ isNamed, condition, ...refund }) => ({
          ...refund,
          refundOrderId: isNamed ? refund.orderId : undefined,
        }),
      ],
      Void: ['/gateway/void', ['orderId']],
      'Settle the order': ['/gateway/settle', ['orderId']],
      'Settle everything': ['/gateway/settle', []],
      'Fail a settlement': ['/gateway/settlement-failures', []],
      Return: ['/gateway/returns', ['orderId', 'amountCents']],
      'Charge back': [
        '/gateway/chargebacks',
        ({ orderId = '', amountCents }) => ({ orderIds: [orderId], amountCents }),
      ],
      'Set the condition': [
        '/gateway/condition',
        ({ orderId, condition = null }) => ({ orderId, condition }),
      ],
    },
  ),

  heading('Staged responses'),
  createTable('/gateway/replies', 'No staged responses.', {
    Reply: describeReply,
    To: describeTarget,
    'Times left': 'times',
    Given: 'given',
    Remove: remove('replies', describeReply),
  }),
  createForm(
    'Stage a response',
    [
      choice('reply', 'Reply', replies),
      choice('type', 'To a', 'sale, void, refund, validate, customer-vault (change)'),
      text('orderId', 'Order (empty: any)'),
      text('email', "Customer's email (empty: any)", { type: 'email' }),
      dollars('authorizedCents', 'Authorized, in dollars', 0),
      number('code', 'Code', { min: 100, max: 999 }),
      choice('effect', 'What actually happens', '(what the code says), done, failed, nothing'),
      text('text', 'Text'),
      number('after', 'Skip this many requests'),
      number('times', 'Times', { min: 1, value: 1 }),
    ],
    { 'Stage response': ['/gateway/replies'] },
  ),
  createForm(
    'Delayed records',
    [text('orderId', 'Order (empty: all)'), number('ms', 'Delay in ms (empty: until released)')],
    {
      'Delay new records': ['/gateway/records/delay'],
      Release: ['/gateway/records/release', ['orderId']],
    },
  ),

  heading('Saved cards'),
  createTable('/gateway/vault', 'No saved cards.', {
    Card: ({ brand, maskedCard }) => `${brand} ${maskedCard}`,
    Expires: ({ expiry }) => `${expiry.slice(0, 2)}/${expiry.slice(2)}`,
    Id: 'customerVaultId',
    'Sales get': ({ decline }) => decline && describeDecline(decline),
    Delete: deleteCard,
  }),
  createForm(
    'What happens to a saved card',
    [
      text('customerVaultId', 'Id of the saved card', { required: true, className: 'wide' }),
      number('code', 'Code of its declines', { min: 200, max: 299 }),
      number('times', 'Declines (empty: until ended)', { min: 1 }),
      text('card', 'New test card number (empty: the same)', { pattern: '\\d{13,19}' }),
      text('expiry', 'New expiry as MMYY (empty: later)', { pattern: '\\d{4}' }),
    ],
    {
      'Decline its sales': ['/gateway/vault/declines', ['customerVaultId', 'code', 'times']],
      'End declines': ['/gateway/vault/declines', ({ customerVaultId }) => ({ customerVaultId, code: null })],
      'Update the card': ['/gateway/vault/updates', tellUpdate('automaticallyupdated')],
      'Report: contact the customer': ['/gateway/vault/updates', tellUpdate('contactcustomer')],
      'Report: account closed': ['/gateway/vault/updates', tellUpdate('closedaccount')],
    },
  ),

  heading('Events for the store'),
  createTable('/gateway/events', 'No events yet.', {
    Event: 'type',
    Orders: ({ orderIds }) => orderIds.join(', '),
    State: 'state',
    Tries: 'tries',
    Response: 'lastStatus',
    'Send again': sendAgain,
  }),
  heading('Delivery rules'),
  createTable('/gateway/fates', 'No delivery rules.', {
    Delivery: describeDelivery,
    Events: describeTarget,
    'Times left': ({ times = 'until removed' }) => times,
    Remove: remove('fates', describeDelivery),
  }),
  createForm(
    'Add a delivery rule',
    [
      choice('fate', 'Delivery', 'lost, duplicated, delayed, held'),
      text('type', 'Type (as transaction.*; empty: all)', { pattern: '[a-z.]*\\*?' }),
      text('orderId', 'Order (empty: any)'),
      number('times', 'Times (empty: until removed)', { min: 1 }),
      number('delayMs', 'Delay in ms'),
      choice('order', 'Release order', 'as-happened, reversed, shuffled'),
    ],
    {
      'Add rule': ['/gateway/fates', ['fate', 'type', 'orderId', 'times', 'delayMs']],
      'Release held events': ['/gateway/events/release', ['orderId', 'order']],
    },
  ),
  createForm(
    'Send any event',
    [
      text('type', 'Type', { required: true, pattern: '[a-z.]+', value: 'transaction.sale.success' }),
      text('orderId', 'Order (may be empty)'),
      textArea(
        'body',
        'Body, as JSON',
        { rows: 2, value: '{ "transaction_id": "1", "order_id": "" }' },
        JSON.parse,
      ),
    ],
    {
      'Send event': [
        '/gateway/events',
        ({ type, body = {}, orderId }) => ({ type, body, orderIds: orderId ? [orderId] : [] }),
      ],
    },
  ),

  createForm(
    'Merchant account settings',
    [
      choice('disablingDuplicateCheck', 'Sales with dup_seconds=0 are', 'allowed, refused'),
      choice('duplicateCode', 'Code of a duplicate', '300, 430', Number),
      number('duplicateSeconds', "Processor's duplicate check in seconds (0: off)", { max: 1200 }),
      choice('customerVault', 'Customer vault', 'active, absent'),
      choice('storedCredentials', 'Stored-credential fields are', 'required, optional'),
      choice('credentialOnFile', 'Stored credentials are', 'supported, unsupported (by the processor)'),
      choice('refundShape', "Record the store's refunds", refundShapes),
      choice('authorizedAmount', 'amount_authorized of a full approval', 'absent, empty, equal'),
      choice('eventSignature', 'Event signatures contain', 'seconds (the time), nonce'),
      choice('eventIds', 'Ids in events are', 'strings, numbers'),
      choice('eventOrderIds', 'Order ids in events are', 'given, empty'),
      choice('recordText', 'Names in query records are', 'escaped, raw'),
      choice('hostedScript', 'Collect.js', 'lenient (as the public copy), strict (the worst case)'),
      checkbox('duplicatesHeedOrder', 'A different order id is not a duplicate'),
      checkbox('refundBeforeSettlement', 'Allow refunds before settlement'),
      words('eventTypes', 'Event types to send, separated by spaces'),
    ],
    { 'Change the account': ['/gateway/settings'] },
    '/gateway/settings',
  ),
];
