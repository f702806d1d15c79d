import type { Settings } from '../settings.ts';
import type { CustomerVault } from './customers.ts';

/** The vault actions (VD). Several cards for one customer (`add_billing` …) aren't emulated. */
const actions = ['', 'add_customer', 'update_customer', 'delete_customer'] as const;
type VaultAction = (typeof actions)[number];

/** The maximum length of an id (guess). A UUID fits. */
const maxIdLength = 100;

/** Refusal texts (EX), all with code 300. Sources also have `Invalid Customer Vault ID specified`. */
export const vaultTexts = {
  unknown: 'Invalid Customer Vault Id',
  duplicate: 'Duplicate Customer Vault Id',
  notSetUp: 'Your account is not set up to use the Customer Vault.',
} as const;

interface VaultFields {
  /** The action, or empty to use the card without changing the vault. */
  readonly action: VaultAction;
  /** The customer vault id; can be empty. */
  readonly customerVaultId: string;
}

/**
 * Checks `customer_vault` and `customer_vault_id`. Guess: a wrong id is refused before the card is charged.
 *
 * @returns the text of a refusal, or the fields
 */
export const checkVaultFields = (
  { customers, settings }: { readonly customers: CustomerVault; readonly settings: () => Settings },
  request: URLSearchParams,
): string | VaultFields => {
  const action = actions.find((one) => one === (request.get('customer_vault') ?? ''));
  const customerVaultId = request.get('customer_vault_id') ?? '';
  if (action === undefined) return 'Invalid Customer Vault action'; // The text is a guess.
  if (action === '' && customerVaultId === '') return { action, customerVaultId };
  if (settings().customerVault === 'absent') return vaultTexts.notSetUp;
  if (customerVaultId.length > maxIdLength) return vaultTexts.unknown;
  const isKnown = customers.find(customerVaultId) !== undefined;
  if (action === 'add_customer' && isKnown) return vaultTexts.duplicate;
  if (action !== 'add_customer' && !isKnown) return vaultTexts.unknown;
  return { action, customerVaultId };
};
