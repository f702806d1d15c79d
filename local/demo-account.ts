import type { UserPoolAdmin, UserSummary } from '#local-cognito';
import type { StoreSupervisor } from './store-supervisor.ts';

export const demoEmail = 'demo@example.com';
export const demoPassword = 'Demo-pass1!';
const demoTransactions = 57;

/** Makes a user's customer record with that many generated ledger entries; leaves alone what is there. */
export const seedUser = (
  store: Pick<StoreSupervisor, 'seed'>,
  user: UserSummary,
  transactions: number,
): Promise<void> => {
  const { sub: id, email, firstName = null, lastName = null, phone = null } = user;
  return store.seed({ id, email, firstName, lastName, phone }, transactions);
};

/**
 * Makes the demo account where it is missing: the user, then its customer record and ledger. Both steps leave alone
 * what is there, so that a start after one that was cut short completes it.
 */
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
