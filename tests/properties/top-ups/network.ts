import * as v from 'valibot';
import { createGateway, type Gateway } from '#local-nmi';
import { NotBegunError, type SendForm } from '#server/store/gateway/send-form.ts';
import type { SaleDelivery } from './steps.ts';

export const origin = 'https://gateway.test';
export const securityKey = 'a-security-key-of-the-tests';
const tokenizationKey = 'a-tokenization-key';

/** A sale that reached the gateway. */
export interface ArrivedSale {
  readonly orderId: string;
  readonly vaultId: string;
  readonly isAutomatic: boolean;
  readonly cents: number;
  readonly isApproved: boolean;
}

/** A process that sends requests to the gateway. */
export interface Sender {
  isAlive(): boolean;
  kill(): void;
}

/** Functions that decide about sales and observe them. */
interface Plan {
  /** Returns the next delivery of a card's sales. */
  readonly next: (vaultId: string) => SaleDelivery;
  readonly onArrival: (sale: ArrivedSale) => void;
}

/** The gateway and the network in front of it. */
export type Network = Awaited<ReturnType<typeof createNetwork>>;

export const createNetwork = async (clock: () => number, { next, onArrival }: Plan) => {
  const open = () => createGateway({ origin, securityKey, tokenizationKey, clock });
  let gateway: Gateway = await open();
  const late: (() => Promise<unknown>)[] = [];
  /** For each process to kill: its number of sales before the kill, and whether the gateway charges the last one. */
  const kills = new Map<Sender, { sale: number; readonly isCharged: boolean }>();

  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const reply = await gateway.app.request(`${origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return { status: reply.status, text: await reply.text() };
  };

  const deliver = async (form: Readonly<Record<string, string>>) => {
    const reply = await post('/api/transact.php', form);
    onArrival({
      orderId: form['orderid'] ?? '',
      vaultId: form['customer_vault_id'] ?? '',
      isAutomatic: form['initiated_by'] === 'merchant',
      cents: Math.round(Number(form['amount']) * 100),
      isApproved: new URLSearchParams(reply.text).get('response') === '1',
    });
    return reply;
  };

  const decline = (form: Readonly<Record<string, string>>, code: number, text?: string) => {
    gateway.replies.add({ orderId: form['orderid'], reply: 'code', code, text });
    return deliver(form);
  };

  const sendAs =
    (sender: Sender): SendForm =>
    async (url, form, _timeoutMs, mayBegin = () => true) => {
      if (!sender.isAlive()) return new Promise(() => undefined);
      if (form['type'] !== 'sale') return post(url.pathname, form);
      const delivery = next(form['customer_vault_id'] ?? '');
      if (delivery === 'unreachable') throw cut('ECONNREFUSED');
      if (!mayBegin()) throw new NotBegunError();
      const kill = kills.get(sender);
      if (kill !== undefined) kill.sale -= 1;
      if (kill !== undefined && kill.sale < 0) {
        kills.delete(sender);
        if (!kill.isCharged) sender.kill();
        else await deliver(form).finally(sender.kill);
        throw cut();
      }
      switch (delivery) {
        case 'arrives':
          return deliver(form);
        case 'request lost':
          throw cut();
        case 'reply lost':
          await deliver(form);
          throw cut();
        case 'late':
          if (!network.losesLate) late.push(() => deliver(form));
          throw new DOMException('The sale takes too long', 'TimeoutError');
        case 'declined':
          return decline(form, 202);
        case 'declined forever':
          return decline(form, 252);
        case 'taken for a duplicate':
          return decline(form, 300, 'Duplicate transaction');
      }
    };

  const network = {
    gateway: () => gateway,
    /** Replaces the gateway, because many cards and sales would slow down its records. */
    async startOver() {
      await gateway.close();
      gateway = await open();
    },
    /** Whether late sales are lost instead. */
    losesLate: false,
    sendAs,
    /** Kills the process when it sends this sale, counted from now. */
    killAt: (sender: Sender, sale: number, isCharged: boolean) => kills.set(sender, { sale, isCharged }),
    deliverLate: async () => {
      for (const arrive of late.splice(0)) await arrive();
    },
    /** Saves a new card with this vault id, without a purchase. @returns the gateway's transaction id */
    async saveCard(vaultId: string): Promise<string> {
      const card = { ccnumber: '4111111111111111', ccexp: '12/40', cvv: '123' };
      const issued = await gateway.app.request(`${origin}/token/api/tokens`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify({ tokenizationKey, ...card }),
      });
      const { text } = await post('/api/transact.php', {
        security_key: securityKey,
        type: 'validate',
        payment_token: v.parse(v.object({ token: v.string() }), await issued.json()).token,
        customer_vault: 'add_customer',
        customer_vault_id: vaultId,
        initiated_by: 'customer',
        stored_credential_indicator: 'stored',
      });
      return v.parse(v.string(), new URLSearchParams(text).get('transactionid'));
    },
  };
  return network;
};

/** Returns the error of a failed request, with the system's error code. */
const cut = (code = 'ECONNRESET'): Error => Object.assign(new Error('The connection failed.'), { code });
