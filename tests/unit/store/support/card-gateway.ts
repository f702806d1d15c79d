import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { defer } from '#local-services/deferred.ts';
import { listenOnLoopback } from './loopback.ts';

/** How the gateway treats a sale. `charge` and the others with "charge" do what a sale does; the rest do not. */
export type SaleBehaviour =
  | 'charge'
  | 'charge, then cut the connection'
  | 'charge, then answer HTML'
  | 'charge, then answer 500'
  | 'charge and hang'
  | 'cut the connection'
  | 'charge a part of it'
  | 'answer 429'
  | { readonly refuseWith: number; readonly text?: string; readonly avs?: string; readonly cvv?: string }
  /** It has charged for the same order before, and takes this one for a repetition. */
  | { readonly chargeAndRefuseWith: number; readonly text: string };

export interface TestCardGateway {
  readonly url: string;
  /** Every request for a sale that arrived. */
  readonly requests: URLSearchParams[];
  /** Order ids that were charged. */
  readonly charges: { readonly orderId: string; readonly amount: string }[];
  /** Order ids whose charge was given back. */
  readonly refunds: Set<string>;
  /** Order ids whose charge was taken back before it settled. */
  readonly voided: Set<string>;
  /** More of the sale's transaction, by order id: `<action>`s as {@link actionXml} makes them. */
  readonly saleActions: Map<string, string[]>;
  /** More transactions of an order, by its id, as {@link transactionXml} makes them. */
  readonly transactions: Map<string, string[]>;
  /** Transactions that a void was asked for. */
  readonly voids: string[];
  /** Whether a void is refused. */
  refusesVoids: boolean;
  /** How sales are treated from now on. */
  behaviour: SaleBehaviour;
  /** Payment tokens of cards that are charged whatever the behavior is. */
  readonly goodTokens: Set<string>;
  /** What its records answer: what happened, nothing yet, an error, or another amount. */
  records: 'true' | 'lagging' | 'failing' | 'of another amount' | 'undecided';
  /** How often its records were asked. */
  lookups: number;
  /** Holds back replies to sales until the returned function is called. */
  hold(): { arrived: Promise<void>; release: () => void };
  close(): Promise<void>;
}

/** The merchant's side of a card gateway whose failures can be chosen. */
export const startCardGateway = async (): Promise<TestCardGateway> => {
  const refusals: { orderId: string; code: number; text: string }[] = [];
  let gate: { arrived: () => void; open: Promise<void> } | undefined;

  const answerSale = (behaviour: SaleBehaviour, orderId: string, response: ServerResponse): void => {
    if (typeof behaviour === 'object') {
      const code = 'refuseWith' in behaviour ? behaviour.refuseWith : behaviour.chargeAndRefuseWith;
      const { text = 'DECLINE' } = behaviour;
      const { avs = '', cvv = '' } = 'refuseWith' in behaviour ? behaviour : {};
      // What the gateway refuses by itself is no transaction.
      if (code < 300 || code >= 400) refusals.push({ orderId, code, text });
      sendForm(response, {
        response: code < 300 ? '2' : '3',
        responsetext: text,
        transactionid: '9001',
        orderid: orderId,
        response_code: String(code),
        avsresponse: avs,
        cvvresponse: cvv,
      });
      return;
    }
    switch (behaviour) {
      case 'charge':
        sendForm(response, {
          response: '1',
          responsetext: 'SUCCESS',
          transactionid: '7001',
          orderid: orderId,
          response_code: '100',
        });
        break;
      case 'charge a part of it':
        sendForm(response, {
          response: '1',
          responsetext: 'PARTIAL APPROVAL',
          transactionid: '7001',
          orderid: orderId,
          response_code: '100',
          amount_authorized: '4.00',
        });
        break;
      case 'answer 429':
        response.writeHead(429).end();
        break;
      case 'charge, then answer HTML':
        response.end('<!doctype html><title>Welcome</title>');
        break;
      case 'charge, then answer 500':
        response.writeHead(500).end('response=2&response_code=200');
        break;
      case 'charge and hang':
        break;
      default:
        response.destroy();
    }
  };

  const answerLookup = (orderId: string, response: ServerResponse): void => {
    if (gateway.records === 'failing') {
      response.writeHead(503).end();
      return;
    }
    const amountOf = (amount: string) => (gateway.records === 'of another amount' ? '0.01' : amount);
    const charge = gateway.voided.has(orderId) ? 'canceled' : 'pendingsettlement';
    const condition = gateway.records === 'undecided' ? 'in_progress' : charge;
    const charged = gateway.charges
      .filter((charge) => charge.orderId === orderId)
      .map(({ amount }) => {
        const sale = saleXml(orderId, '7001', condition, amountOf(amount), '1', '100');
        const refund = gateway.refunds.has(orderId) ? [actionXml('refund', `-${amountOf(amount)}`)] : [];
        return withActions(sale, [...refund, ...(gateway.saleActions.get(orderId) ?? [])]);
      });
    const refused = refusals
      .filter((refusal) => refusal.orderId === orderId)
      .map(({ code }) => saleXml(orderId, '9001', 'failed', '', '0', String(code)));
    const found =
      gateway.records === 'lagging'
        ? []
        : [...refused, ...charged, ...(gateway.transactions.get(orderId) ?? [])];
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${found.join('')}</nm_response>`);
  };

  const server = await listenOnLoopback(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    if (request.url === '/api/query.php') {
      gateway.lookups += 1;
      answerLookup(form.get('order_id') ?? '', response);
      return;
    }
    if (form.get('type') === 'void') {
      gateway.voids.push(form.get('transactionid') ?? '');
      sendForm(response, { response: gateway.refusesVoids ? '3' : '1' });
      return;
    }
    gateway.requests.push(form);
    const behaviour = gateway.goodTokens.has(form.get('payment_token') ?? '') ? 'charge' : gateway.behaviour;
    const orderId = form.get('orderid') ?? '';
    const isCharged =
      typeof behaviour === 'string' ? behaviour.startsWith('charge') : 'chargeAndRefuseWith' in behaviour;
    if (isCharged) gateway.charges.push({ orderId, amount: form.get('amount') ?? '' });
    if (gate !== undefined) {
      gate.arrived();
      await gate.open;
    }
    answerSale(behaviour, orderId, response);
  });

  const gateway: TestCardGateway = {
    url: server.url,
    requests: [],
    charges: [],
    refunds: new Set(),
    voided: new Set(),
    saleActions: new Map(),
    transactions: new Map(),
    voids: [],
    refusesVoids: false,
    behaviour: 'charge',
    goodTokens: new Set(),
    records: 'true',
    lookups: 0,
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
    close: () => server.close(),
  };
  return gateway;
};

const sendForm = (response: ServerResponse, fields: Record<string, string>): void => {
  response.setHeader('content-type', 'application/x-www-form-urlencoded');
  response.end(new URLSearchParams(fields).toString());
};

/** An action of a transaction that succeeded. */
export const actionXml = (type: string, amount: string): string =>
  `<action><amount>${amount}</amount><action_type>${type}</action_type><success>1</success>` +
  '<response_text>SUCCESS</response_text><response_code>100</response_code></action>';

const withActions = (transaction: string, actions: readonly string[]): string =>
  transaction.replace('</transaction>', `${actions.join('')}</transaction>`);

/** A transaction of the records with its actions. */
export const transactionXml = (orderId: string, id: string, condition: string, actions: string): string =>
  `<transaction><transaction_id>${id}</transaction_id><order_id>${orderId}</order_id>` +
  `<condition>${condition}</condition>${actions}</transaction>`;

const saleXml = (
  orderId: string,
  id: string,
  condition: string,
  amount: string,
  success: string,
  code: string,
): string =>
  transactionXml(
    orderId,
    id,
    condition,
    `<action><amount>${amount}</amount><action_type>sale</action_type>` +
      `<success>${success}</success><response_text>A &amp; B</response_text>` +
      `<response_code>${code}</response_code></action>`,
  );
