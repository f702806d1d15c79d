import * as v from 'valibot';
import { typePattern } from './events/delivery-rules.ts';

/** The differences between merchants' accounts, processors or sources. */
const settingsSchema = v.strictObject({
  /** Whether `dup_seconds=0` is accepted in a sale: VD allows it, some processors don't (EX). */
  disablingDuplicateCheck: v.picklist(['allowed', 'refused']),
  /** From the gateway (AM, OMNI) or the processor (VD, KJS). */
  duplicateCode: v.picklist([300, 430]),
  /** Whether a sale with a different order id is never a duplicate. Sources disagree. */
  duplicatesHeedOrder: v.boolean(),
  /** The processor's own check: at least so many seconds, whatever `dup_seconds` says (guess). 0: only `dup_seconds` counts. */
  duplicateSeconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1200)),
  /** Whether the account has the customer vault. */
  customerVault: v.picklist(['active', 'absent']),
  /** Whether requests about saved cards need the stored-credential fields. VD wants them; older clients send none (EX). */
  storedCredentials: v.picklist(['required', 'optional']),
  /** Whether the processor supports them: `cof_supported` in replies (VD). */
  credentialOnFile: v.picklist(['supported', 'unsupported']),
  /** VD allows it; live gateways refused it (OR, SYL). */
  refundBeforeSettlement: v.boolean(),
  /** How `transact.php` records a refund: as an action of the sale (OR) or as a separate transaction (CAP). */
  refundShape: v.picklist(['action', 'own-transaction']),
  /** `amount_authorized` in the reply to a whole approval; empty: EX. */
  authorizedAmount: v.picklist(['absent', 'empty', 'equal']),
  /** The merchant's subscriptions. */
  eventTypes: v.pipe(v.array(typePattern), v.maxLength(50)),
  /** `t` in an event's signature: a nonce (VD, HS, HD) or the time (CAP). */
  eventSignature: v.picklist(['seconds', 'nonce']),
  /** VD has both. */
  eventIds: v.picklist(['strings', 'numbers']),
  /** Captured events had none (CAP). */
  eventOrderIds: v.picklist(['given', 'empty']),
  /** Raw: `query.php` writes a bare `&`, and Latin-1 under a UTF-8 header. */
  recordText: v.picklist(['escaped', 'raw']),
  /** Strict: the worst that the real script may do (guess); see `collect.js`. */
  hostedScript: v.picklist(['lenient', 'strict']),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

export const settingsPatchSchema = v.partial(settingsSchema);

const defaultSettings: Settings = {
  disablingDuplicateCheck: 'allowed',
  duplicateCode: 300,
  duplicatesHeedOrder: false,
  duplicateSeconds: 0,
  customerVault: 'active',
  storedCredentials: 'required',
  credentialOnFile: 'supported',
  refundBeforeSettlement: false,
  refundShape: 'action',
  authorizedAmount: 'absent',
  eventTypes: ['*'],
  eventSignature: 'seconds',
  eventIds: 'strings',
  eventOrderIds: 'given',
  recordText: 'escaped',
  hostedScript: 'lenient',
};

export type AccountSettings = ReturnType<typeof createSettings>;

export const createSettings = () => {
  let settings = defaultSettings;
  return {
    get: (): Settings => settings,
    /** Returns all settings. */
    update(patch: v.InferOutput<typeof settingsPatchSchema>): Settings {
      settings = v.parse(settingsSchema, { ...settings, ...patch });
      return settings;
    },
    reset(): void {
      settings = defaultSettings;
    },
  };
};
