import type { StoreSupervisor } from './store-supervisor.ts';
import type { UserPoolAdmin } from './user-pool/index.ts';

export const demoEmail = 'demo@example.com';
export const demoPassword = 'Demo-pass1!';
const DEMO_TRANSACTIONS = 57;

/**
 * Makes the demo account where it is missing: the user, then its customer record and ledger. Both steps leave alone
 * what is there, so that a start after one that was cut short completes it.
 */
export async function ensureDemoAccount(
  admin: UserPoolAdmin,
  store: Pick<StoreSupervisor, 'seed'>,
): Promise<void> {
  const existing = admin.listUsers().find(({ email }) => email === demoEmail);
  const user =
    existing ??
    (await admin.createConfirmedUser({
      email: demoEmail,
      password: demoPassword,
      firstName: 'Demo',
      lastName: 'Customer',
      phone: '+15555550100',
    }));
  await store.seed(
    {
      id: user.sub,
      email: user.email,
      firstName: user.firstName ?? null,
      lastName: user.lastName ?? null,
      phone: user.phone ?? null,
    },
    DEMO_TRANSACTIONS,
  );
}
