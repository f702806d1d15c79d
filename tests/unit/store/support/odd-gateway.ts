import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { defer } from '#local-services/deferred.ts';
import { startLocalGateway } from '../../../local-gateway.ts';

/** How the gateway handles a sale. Only variants that start with "charge" charge the card. */
export type SaleBehavior =
  | 'charge'
  | 'charge, then cut the connection'
  | 'charge, then answer HTML'
  | 'charge, then answer 500'
  | 'charge and hang'
  | 'cut the connection'
  | 'charge a part of it'
  | 'answer 429'
  | { readonly refuseWith: number; readonly text?: string; readonly avs?: string; readonly cvv?: string }
  /** The gateway refuses the sale as a duplicate, because it has already charged this order. */
  | { readonly chargeAndRefuseWith: number; readonly text: string };

export type OddGateway = Awaited<ReturnType<typeof startOddGateway>>;

/** Starts a local gateway that accepts every payment token. Tests can change its responses. */
export const startOddGateway = async (securityKey?: string) => {
  const local = await startLocalGateway({
    ...(securityKey !== undefined && { securityKey }),
    intercept: (request, response) => {
      void text(request).then((body) => answer(request.url ?? '', new URLSearchParams(body), response));
      return true;
    },
  });
  local.gateway.settings.update({ refundBeforeSettlement: true });
  let gate: { arrived: () => void; open: Promise<void> } | undefined;

  const ask = async (path: string, form: URLSearchParams) => {
    const reply = await local.gateway.app.request(path, { method: 'POST', body: form });
    return { status: reply.status, text: await reply.text() };
  };

  const answer = (path: string, form: URLSearchParams, response: ServerResponse): Promise<void> => {
    if (form.get('report_type') === 'customer_vault') return answerVault(path, form, response);
    if (path === '/api/query.php') return answerQuery(form, response);
    if (form.get('type') === null) return answerVault(path, form, response);
    return form.get('type') === 'void' ? answerVoid(form, response) : answerSale(form, response);
  };

  const sell = async (form: URLSearchParams, behavior: SaleBehavior) => {
    const orderId = form.get('orderid') ?? '';
    const staged = stagedReplyOf(behavior, form);
    if (staged !== undefined) local.gateway.replies.add({ ...staged, orderId });
    const sale = new URLSearchParams(form);
    if (form.get('customer_vault_id') === null || form.has('payment_token'))
      sale.set('payment_token', await local.newToken('good', gateway.expiry));
    sale.set('dup_seconds', '0');
    return ask('/api/transact.php', sale);
  };

  const answerSale = async (form: URLSearchParams, response: ServerResponse): Promise<void> => {
    gateway.requests.push(form);
    const behavior = gateway.goodTokens.has(form.get('payment_token') ?? '') ? 'charge' : gateway.behavior;
    const isCharged =
      typeof behavior === 'string' ? behavior.startsWith('charge') : 'chargeAndRefuseWith' in behavior;
    if (isCharged)
      gateway.charges.push({ orderId: form.get('orderid') ?? '', amount: form.get('amount') ?? '' });
    const reply = behavior === 'cut the connection' ? undefined : await sell(form, behavior);
    if (gate !== undefined) {
      gate.arrived();
      await gate.open;
    }
    if (behavior === 'charge and hang') return;
    if (behavior === 'charge, then answer HTML') response.end('<!doctype html><title>Welcome</title>');
    else if (behavior === 'charge, then answer 500')
      response.writeHead(500).end('response=2&response_code=200');
    else if (reply === undefined || behavior === 'charge, then cut the connection') response.destroy();
    else response.writeHead(reply.status).end(withChecks(reply.text, behavior));
  };

  const answerVault = async (
    path: string,
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> => {
    gateway.vaultRequests.push(form);
    if (gateway.vault === 'failing') response.writeHead(503).end();
    else if (gateway.vault === 'lagging') response.end('<nm_response></nm_response>');
    else response.end((await ask(path, form)).text);
  };

  const answerVoid = async (form: URLSearchParams, response: ServerResponse): Promise<void> => {
    gateway.voids.push(form.get('transactionid') ?? '');
    if (gateway.refusesVoids) local.gateway.replies.add({ type: 'void', reply: 'code', code: 300 });
    response.end((await ask('/api/transact.php', form)).text);
  };

  const answerQuery = async (form: URLSearchParams, response: ServerResponse): Promise<void> => {
    gateway.lookups += 1;
    if (gateway.records === 'failing') {
      response.writeHead(503).end();
      return;
    }
    const orderId = form.get('order_id') ?? '';
    let found = '';
    if (gateway.records !== 'lagging') {
      const reply =
        orderId === '' || gateway.forgotten.has(orderId) ? '' : (await ask('/api/query.php', form)).text;
      found = reply.replace(/^.*<nm_response>|<\/nm_response>$/gs, '');
      const actions = gateway.saleActions.get(orderId) ?? [];
      found = found.replace('</transaction>', `${actions.join('')}</transaction>`);
      found += (gateway.transactions.get(orderId) ?? []).join('');
    }
    if (gateway.records === 'of another amount') found = found.replaceAll(/<amount>[^<]*/g, '<amount>0.01');
    if (gateway.records === 'undecided')
      found = found.replaceAll('<condition>pendingsettlement', '<condition>in_progress');
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${found}</nm_response>`);
  };

  const gateway = {
    url: local.url,
    securityKey: local.securityKey,
    requests: [] as URLSearchParams[],
    charges: [] as { readonly orderId: string; readonly amount: string }[],
    /** Extra actions to add to an order's sale, by order id. See {@link actionXml}. */
    saleActions: new Map<string, readonly string[]>(),
    /** Extra transactions to add to the records, by order id. See {@link transactionXml}. */
    transactions: new Map<string, readonly string[]>(),
    /** Ids of orders whose sales the records omit. */
    forgotten: new Set<string>(),
    voids: [] as string[],
    /** Requests that query or delete saved cards. */
    vaultRequests: [] as URLSearchParams[],
    /** Expiry of the cards that customers type, as `MM/YY`. */
    expiry: '12/40',
    vault: 'true' as 'true' | 'failing' | 'lagging',
    /** Deletes a saved card, as a merchant can do at the gateway. */
    deleteCard(vaultId: string) {
      const deletion = { customer_vault: 'delete_customer', customer_vault_id: vaultId };
      const form = new URLSearchParams({ security_key: local.securityKey, ...deletion });
      return ask('/api/transact.php', form);
    },
    refusesVoids: false,
    behavior: 'charge' as SaleBehavior,
    /** Payment tokens that are charged regardless of `behavior`. */
    goodTokens: new Set<string>(),
    records: 'true' as 'true' | 'lagging' | 'failing' | 'of another amount' | 'undecided',
    lookups: 0,
    /** Returns the id of the order's first transaction, or `none`. */
    transactionIdOf: (orderId: string): string =>
      local.gateway.transactions(orderId)[0]?.transactionId ?? 'none',
    async charge(orderId: string, amount: string): Promise<void> {
      const fields = { security_key: local.securityKey, type: 'sale', orderid: orderId, amount };
      gateway.charges.push({ orderId, amount });
      await sell(new URLSearchParams(fields), 'charge');
    },
    refund: local.gateway.refund,
    void: local.gateway.void,
    hold() {
      const arrived = defer<void>();
      const open = defer<void>();
      gate = { arrived: arrived.resolve, open: open.promise };
      return {
        arrived: arrived.promise,
        release: () => {
          gate = undefined;
          open.resolve();
        },
      };
    },
    close: local.close,
  };
  return gateway;
};

/** Clears the recorded requests and extra transactions, and restores the default behavior. */
export const resetGateway = (gateway: OddGateway): void => {
  const { requests, charges, voids, vaultRequests } = gateway;
  for (const received of [requests, charges, voids, vaultRequests]) received.length = 0;
  gateway.transactions.clear();
  gateway.behavior = 'charge';
  gateway.records = 'true';
  gateway.vault = 'true';
  gateway.refusesVoids = false;
  gateway.lookups = 0;
};

/** Returns the response to stage for one sale, or undefined for the gateway's default response. */
const stagedReplyOf = (behavior: SaleBehavior, form: URLSearchParams) => {
  const type = form.get('type') === 'validate' ? 'validate' : 'sale';
  if (behavior === 'answer 429') return { type, reply: 'too-many-requests' } as const;
  if (behavior === 'charge a part of it') return { type, reply: 'partial', authorizedCents: 400 } as const;
  if (typeof behavior === 'string') return undefined;
  const { text = 'DECLINE' } = behavior;
  return 'refuseWith' in behavior
    ? ({ type, reply: 'code', code: behavior.refuseWith, text } as const)
    : ({ type, reply: 'code', code: behavior.chargeAndRefuseWith, text, effect: 'done' } as const);
};

const withChecks = (reply: string, behavior: SaleBehavior): string => {
  if (typeof behavior === 'string' || !('refuseWith' in behavior)) return reply;
  const fields = new URLSearchParams(reply);
  fields.set('avsresponse', behavior.avs ?? '');
  fields.set('cvvresponse', behavior.cvv ?? '');
  return fields.toString();
};

export const actionXml = (type: string, amount: string): string =>
  `<action><amount>${amount}</amount><action_type>${type}</action_type><success>1</success>` +
  '<response_text>SUCCESS</response_text><response_code>100</response_code></action>';

export const transactionXml = (orderId: string, id: string, condition: string, actions: string): string =>
  `<transaction><transaction_id>${id}</transaction_id><order_id>${orderId}</order_id>` +
  `<condition>${condition}</condition>${actions}</transaction>`;
