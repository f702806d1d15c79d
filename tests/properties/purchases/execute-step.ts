import type { TestCustomer } from './customer.ts';
import type { Step } from './steps.ts';
import { pendingDeadlineMs, type System } from './system.ts';

/** Time for a question about an outcome, and for the store's own. */
const firstAnswerSeconds = 3;
/** Longer than the app asks about an outcome before it shows it as pending. */
const confirmationSeconds = 61;
const pastDeadlineSeconds = pendingDeadlineMs / 1000 + 60;
/** The gateway repeats an event that was not taken every minute. */
const eventSeconds = 61;
/** How often a customer comes back before an attempt counts as left open for ever. */
const visits = 20;

export const executeStep = async (system: System, customer: TestCustomer, step: Step): Promise<void> => {
  const { gateway, network, store, products } = system;
  switch (step.does) {
    case 'buy': {
      network.payments = [...step.payments];
      network.sales = [...step.sales];
      network.lostQuestions = step.lostQuestions;
      network.recordsLagMs = step.recordsLagSeconds * 1000;
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
      const charged = system.sales().filter(({ outcome }) => outcome === 'approved');
      const sale = charged[step.purchase % charged.length];
      if (sale !== undefined) await gateway.refund(sale.orderId);
      return network.settled();
    }
    case 'late payments arrive':
      return network.deliverPayments();
    case 'the store is killed':
      return network.killStore();
    case 'the store is deployed':
      return store.deploy();
  }
};

/**
 * Everything works again and the customer comes back, until nothing of theirs is open or time enough has passed. What
 * was late arrives only then: it must change nothing that the customer was told.
 */
export const settle = async (system: System, customer: TestCustomer): Promise<void> => {
  const { network } = system;
  Object.assign(network, { payments: [], sales: [], lostQuestions: 0, recordsLagMs: 0 });
  await system.advance(firstAnswerSeconds);
  for (let visit = 1; visit <= visits && customer.keptAttempts().length > 0; visit += 1) {
    // The first visit is soon, the second one after the deadline; each one settles an attempt.
    if (visit <= 2) await system.advance(visit === 1 ? confirmationSeconds : pastDeadlineSeconds);
    // Each tab settles what it was at work on.
    for (const tab of ['first', 'second'] as const) await customer.reload(tab);
    await system.advance(firstAnswerSeconds);
  }
  await network.deliverPayments();
  await system.advance(pastDeadlineSeconds);
  await system.advance(eventSeconds);
};
