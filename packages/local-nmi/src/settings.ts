import * as v from 'valibot';
import { typePattern } from './events/delivery-rules.ts';

/** Settings for what differs between merchants' accounts, processors or sources. */
const settingsSchema = v.strictObject({
  /** Whether a sale can have `dup_seconds=0`. VD allows it; some processors don't (EX). */
  disablingDuplicateCheck: v.picklist(['allowed', 'refused']),
  /** The response code for a duplicate, from the gateway (AM, OMNI) or the processor (VD, KJS). */
  duplicateCode: v.picklist([300, 430]),
  /** Whether a sale with a different order id is never a duplicate. Sources disagree. */
  duplicatesHeedOrder: v.boolean(),
  /** The minimum duration of the processor's duplicate check, in seconds, even if `dup_seconds` is less (guess). */
  duplicateSeconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1200)),
  /** Whether the account has the customer vault. */
  customerVault: v.picklist(['active', 'absent']),
  /** Whether saved cards need the stored-credential fields. VD requires them; older clients omit them (EX). */
  storedCredentials: v.picklist(['required', 'optional']),
  /** Whether the processor supports stored credentials: `cof_supported` in responses (VD). */
  credentialOnFile: v.picklist(['supported', 'unsupported']),
  /** Whether a sale can be refunded before it settles. VD allows it; live gateways refused it (OR, SYL). */
  refundBeforeSettlement: v.boolean(),
  /** How `transact.php` records a refund: as an action of the sale (OR) or as a separate transaction (CAP). */
  refundShape: v.picklist(['action', 'own-transaction']),
  /** What `amount_authorized` is in the response to a full approval. `empty` is from EX. */
  authorizedAmount: v.picklist(['absent', 'empty', 'equal']),
  /** The event types that the merchant subscribes to. */
  eventTypes: v.pipe(v.array(typePattern), v.maxLength(50)),
  /** Whether `t` in an event's signature is a nonce (VD, HS, HD) or the time (CAP). */
  eventSignature: v.picklist(['seconds', 'nonce']),
  /** Whether ids in events are strings or numbers. VD has both. */
  eventIds: v.picklist(['strings', 'numbers']),
  /** Whether events have order ids. Captured events had none (CAP). */
  eventOrderIds: v.picklist(['given', 'empty']),
  /** `raw` makes `query.php` write a bare `&`, and Latin-1 with a UTF-8 header. */
  recordText: v.picklist(['escaped', 'raw']),
  /** `strict` makes the script do the worst that the real one may do (guess). See `collect.js`. */
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
    /** Changes settings, and returns all of them. */
    update(patch: v.InferOutput<typeof settingsPatchSchema>): Settings {
      settings = v.parse(settingsSchema, { ...settings, ...patch });
      return settings;
    },
    reset(): void {
      settings = defaultSettings;
    },
  };
};
