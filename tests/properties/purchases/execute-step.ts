import type { Sale } from '#local-nmi';
import type { TestCustomer } from './customer.ts';
import type { Step } from './steps.ts';
import { outcomeCaseMs, type System } from './system.ts';

/** Seconds for the app's request for an outcome and the store's own lookup. */
const firstAnswerSeconds = 3;
/** Seconds after which the app has stopped asking for an outcome and shows the purchase as pending. */
const confirmationSeconds = 61;
/** Seconds after which the store has stopped looking for an outcome and opened a case. */
const untilCaseSeconds = outcomeCaseMs / 1000 + 60;
/** Seconds after which the gateway has retried its events, which it does every minute. */
const eventSeconds = 61;
/** Seconds after which the store has checked the gateway's records for missed events, which it does hourly. */
const recordsLookSeconds = 3_601;
/** Maximum visits of a customer. Each visit settles attempts with a known outcome. */
const visits = 8;

export const executeStep = async (system: System, customer: TestCustomer, step: Step): Promise<void> => {
  const { gateway, network, store, products } = system;
  switch (step.does) {
    case 'buy': {
      network.payments = [...step.payments];
      network.sales = [...step.sales];
      network.lostQuestions = step.lostQuestions;
      gateway.replies.clear();
      for (const reply of step.replies) gateway.replies.add(reply);
      const { recordsLagSeconds } = step;
      gateway.records.delay(recordsLagSeconds === undefined ? {} : { ms: recordsLagSeconds * 1000 });
      const product = products[step.product];
      if (product === undefined) throw new Error('There is no such product.');
      await customer.buy(step.tabs, product, step.card, step.clicks);
      return;
    }
    case 'wait':
      return system.advance(step.seconds);
    case 'reload':
      return customer.reload(step.tab);
    case 'acknowledge':
      return customer.acknowledge(step.tab);
    case 'refund': {
      const sale = chargeOf(system, step.purchase);
      if (sale === undefined) return;
      network.events = [...step.events];
      const { share, shape } = step;
      const amountCents = share === undefined ? {} : { amountCents: Math.ceil(sale.amountCents * share) };
      await gateway.refund(sale.orderId, { ...amountCents, shape, orderId: sale.orderId });
      return network.settled();
    }
    case 'void': {
      const sale = chargeOf(system, step.purchase);
      if (sale === undefined) return;
      network.events = [...step.events];
      await gateway.void(sale.orderId);
      return network.settled();
    }
    case 'return': {
      const sale = chargeOf(system, step.purchase);
      if (sale === undefined) return;
      await gateway.returnCharge(sale.orderId);
      system.returned.add(sale.orderId);
      return network.settled();
    }
    case 'settle': {
      for (const { orderId } of system.sales()) await gateway.settle(orderId);
      return;
    }
    case 'the records catch up':
      gateway.records.release();
      return;
    case 'late events arrive':
      return network.deliverEvents();
    case 'late payments arrive':
      return network.deliverPayments();
    case 'the store is killed':
      return network.killStore();
    case 'the store is deployed':
      return store.deploy();
  }
};

const chargeOf = (system: System, purchase: number): Sale | undefined => {
  const charged = system.sales().filter(({ outcome }) => outcome === 'approved');
  return charged[purchase % charged.length];
};

/**
 * Stops all failures. The customer then returns and dismisses unknown outcomes until no attempt is open.
 * Late messages arrive last, to test that they don't change what the app has shown.
 */
export const settle = async (system: System, customer: TestCustomer): Promise<void> => {
  const { gateway, network } = system;
  Object.assign(network, { payments: [], sales: [], events: [], lostQuestions: 0 });
  gateway.replies.clear();
  gateway.records.release();
  await system.advance(firstAnswerSeconds);
  for (let visit = 1; visit <= visits && customer.keptAttempts().length > 0; visit += 1) {
    // Make the first visit soon, and the second visit after the store has stopped looking for outcomes.
    if (visit <= 2) await system.advance(visit === 1 ? confirmationSeconds : untilCaseSeconds);
    for (const tab of ['first', 'second'] as const) await customer.reload(tab);
    await system.advance(firstAnswerSeconds);
    if (visit < 2) continue;
    await system.advance(confirmationSeconds);
    for (const tab of ['first', 'second'] as const) await customer.acknowledge(tab);
  }
  await network.deliverPayments();
  await network.deliverEvents();
  await system.advance(untilCaseSeconds);
  await system.advance(recordsLookSeconds);
  await system.advance(eventSeconds);
};
