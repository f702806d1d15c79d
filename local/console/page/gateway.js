import { $, filledFields, onSubmit, postJson, send } from './requests.js';

const cents = (dollars) => Math.round(Number(dollars) * 100);

const describeReply = ({ reply, code, effect, authorizedCents }) =>
  [reply, code, effect && `(${effect})`, authorizedCents !== undefined && `${authorizedCents / 100} USD`]
    .filter(Boolean)
    .join(' ');

const describeTarget = ({ type, orderId, email, after }) =>
  [
    type === '*' ? 'all' : type,
    orderId && `of order ${orderId}`,
    email && `of ${email}`,
    after ? `after ${after} more` : '',
  ]
    .filter(Boolean)
    .join(' ');

const describeFate = ({ fate, copies, delayMs }) =>
  ({ duplicated: `duplicated (${copies})`, delayed: `delayed (${delayMs} ms)` })[fate] ?? fate;

/** The panels of the gateway. `actionButton(text, label, work, id to focus)` makes a button that does its work. */
export const gatewayPanels = (actionButton) => {
  const removeButton = (path, label) =>
    actionButton('Remove', `Remove ${label}`, () => send('DELETE', path), 'gateway-heading');
  return [
    {
      name: 'gateway/replies',
      empty: 'No staged replies.',
      columns: [
        { title: 'Reply', cell: describeReply },
        { title: 'To', cell: describeTarget },
        { title: 'Times left', cell: ({ times }) => String(times) },
        { title: 'Given', cell: ({ given }) => String(given) },
        { title: 'Remove', cell: (one) => removeButton(`/gateway/replies/${one.id}`, describeReply(one)) },
      ],
    },
    {
      name: 'gateway/fates',
      empty: 'No delivery rules.',
      columns: [
        { title: 'Delivery', cell: describeFate },
        { title: 'Events', cell: describeTarget },
        { title: 'Times left', cell: ({ times }) => String(times ?? 'until removed') },
        { title: 'Remove', cell: (one) => removeButton(`/gateway/fates/${one.id}`, describeFate(one)) },
      ],
    },
    {
      name: 'gateway/events',
      empty: 'No events yet.',
      columns: [
        { title: 'Event', cell: ({ type }) => type },
        { title: 'Orders', cell: ({ orderIds }) => orderIds.join(', ') },
        { title: 'State', cell: ({ state }) => state },
        { title: 'Tries', cell: ({ tries }) => String(tries) },
        { title: 'Answer', cell: ({ lastStatus }) => String(lastStatus ?? '') },
        {
          title: 'Send again',
          cell: ({ id, type }) => {
            const resend = () => postJson(`/gateway/events/${id}/resend`, {});
            return actionButton('Send again', `Send ${type} again`, resend, 'gateway-heading');
          },
        },
      ],
    },
  ];
};

const orderActions = {
  refund: ({ orderId, amountCents, shape, named }) => {
    const refundOrderId = named ? orderId : undefined;
    return postJson('/sales/refund', { orderId, amountCents, shape, refundOrderId });
  },
  void: ({ orderId }) => postJson('/gateway/void', { orderId }),
  settle: ({ orderId }) => postJson('/gateway/settle', { orderId }),
  'settle-all': () => postJson('/gateway/settle', {}),
  'settlement-failure': () => postJson('/gateway/settlement-failures', {}),
  return: ({ orderId, amountCents }) => postJson('/gateway/returns', { orderId, amountCents }),
  chargeback: ({ orderId, amountCents }) =>
    postJson('/gateway/chargebacks', { orderIds: [orderId].filter(Boolean), amountCents }),
  condition: ({ orderId, condition = null }) => postJson('/gateway/condition', { orderId, condition }),
};

/** Has the gateway's forms work; `refresh` draws the panels anew. */
export const listenToGatewayForms = (refresh) => {
  onSubmit('gateway-order', refresh, (form, action) => {
    const { amount, ...fields } = filledFields(form, { amount: cents });
    return orderActions[action]({ ...fields, amountCents: amount });
  });

  onSubmit('gateway-reply', refresh, (form) => {
    const { authorized, ...reply } = filledFields(form, {
      authorized: cents,
      code: Number,
      after: Number,
      times: Number,
    });
    return postJson('/gateway/replies', { ...reply, authorizedCents: authorized });
  });

  onSubmit('gateway-records', refresh, (form, action) => {
    const { orderId, ms } = filledFields(form, { ms: Number });
    return postJson(`/gateway/records/${action}`, action === 'delay' ? { orderId, ms } : { orderId });
  });

  onSubmit('gateway-fate', refresh, (form, action) => {
    const { order, ...fate } = filledFields(form, { times: Number, copies: Number, delayMs: Number });
    return action === 'release'
      ? postJson('/gateway/events/release', { orderId: fate.orderId, order })
      : postJson('/gateway/fates', fate);
  });

  onSubmit('gateway-event', refresh, (form) => {
    const { type, body = '{}', orderId } = filledFields(form);
    const orderIds = [orderId].filter(Boolean);
    return postJson('/gateway/events', { type, body: JSON.parse(body), orderIds });
  });

  const settingsForm = $('gateway-settings');
  const listed = (text) => text.split(/[\s,]+/).filter(Boolean);
  const show = async (reply) => {
    if (!reply.ok) return;
    for (const [name, value] of Object.entries(await reply.json()))
      settingsForm.elements[name].value = Array.isArray(value) ? value.join(' ') : String(value);
  };
  onSubmit('gateway-settings', refresh, async (form) => {
    const { duplicateCode, duplicatesHeedOrder, refundBeforeSettlement, eventTypes, ...others } =
      Object.fromEntries(new FormData(form));
    const reply = await send('PATCH', '/gateway/settings', {
      ...others,
      duplicateCode: Number(duplicateCode),
      duplicatesHeedOrder: duplicatesHeedOrder === 'true',
      refundBeforeSettlement: refundBeforeSettlement === 'true',
      eventTypes: listed(eventTypes),
    });
    await show(reply.clone());
    return reply;
  });
  void fetch('/gateway/settings').then(show);
};
