import type { UserPoolAdmin, UserSummary } from '#local-cognito';
import type { StoreSupervisor } from './store-supervisor.ts';

export const demoEmail = 'demo@example.com';
export const demoPassword = 'Demo-pass1!';
const demoTransactions = 57;

/** Adds a customer record with transactions, unless the customer has one. */
export const seedUser = (
  store: Pick<StoreSupervisor, 'seed'>,
  user: UserSummary,
  transactions: number,
): Promise<void> => {
  const { sub: id, email, firstName = null, lastName = null, phone = null } = user;
  return store.seed({ id, email, firstName, lastName, phone }, transactions);
};

/** Creates the demo account. Each step keeps existing data, so the next start can finish an interrupted one. */
export const ensureDemoAccount = async (
  admin: UserPoolAdmin,
  store: Pick<StoreSupervisor, 'seed'>,
): Promise<void> => {
  const user =
    admin.listUsers().find(({ email }) => email === demoEmail) ??
    (await admin.createConfirmedUser({
      email: demoEmail,
      password: demoPassword,
      firstName: 'Demo',
      lastName: 'Customer',
      phone: '+15555550100',
    }));
  await seedUser(store, user, demoTransactions);
};
