import { type CodeKind, issueCode } from './codes.ts';
import type { Pool } from './pool.ts';
import type { User } from './users.ts';

/** Where a code went, as Cognito tells it: the address is masked. */
export interface CodeDelivery {
  readonly CodeDeliveryDetails: {
    readonly AttributeName: 'email';
    readonly DeliveryMedium: 'EMAIL';
    readonly Destination: string;
  };
}

/** Sends a user a new code, which ends the one before it of the same kind. */
export function deliverCode(pool: Pool, user: User, kind: CodeKind): CodeDelivery {
  const issued = issueCode(pool.now());
  pool.users.update(user, { codes: { ...user.codes, [kind]: issued } });
  const link = kind === 'sign-up' && pool.settings().verification === 'link';
  pool.mailbox.send({
    to: user.email,
    kind,
    code: issued.code,
    ...(link && { link: confirmationLink(pool, user, issued.code) }),
  });
  return simulateDelivery(user.email);
}

function confirmationLink({ origin, clientId }: Pool, { sub }: User, code: string): string {
  const query = new URLSearchParams({ client_id: clientId, user_name: sub, confirmation_code: code });
  return `${origin}/confirmUser?${query}`;
}

/** The answer of a delivery without one, for an address that must not be told from one with an account. */
export function simulateDelivery(email: string): CodeDelivery {
  return {
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked(email) },
  };
}

/** `anna@example.com` → `a***@e***`. */
function masked(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}
