import type { UserPoolAdmin, UserSummary } from '#local-cognito';
import type { StoreSupervisor } from './store-supervisor.ts';

export const demoEmail = 'demo@example.com';
export const demoPassword = 'Demo-pass1!';
const demoTransactions = 57;

/** Makes a user's customer record with this many generated ledger entries. An existing record stays as it is. */
export const seedUser = (
  store: Pick<StoreSupervisor, 'seed'>,
  user: UserSummary,
  transactions: number,
): Promise<void> => {
  const { sub: id, email, firstName = null, lastName = null, phone = null } = user;
  return store.seed({ id, email, firstName, lastName, phone }, transactions);
};

/**
 * Makes the demo account if it is missing: the user, then its customer record and ledger. Neither step changes what
 * exists, so an interrupted start is completed by the next.
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
