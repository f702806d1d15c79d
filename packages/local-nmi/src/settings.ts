import * as v from 'valibot';
import { typePattern } from './events/fates.ts';

/** What differs from one merchant's account, processor or source to another, as an operator may change it. */
const settingsSchema = v.strictObject({
  /** Whether a sale with `dup_seconds=0` goes through (VD) or is refused, as some processors do (#59936863113). */
  disablingDuplicateCheck: v.picklist(['allowed', 'refused']),
  /** The code of a duplicate: of the gateway (AM, OMNI) or of the processor (VD, KJS). */
  duplicateCode: v.picklist([300, 430]),
  /** Whether two sales with different order ids are duplicates: no source agrees with another. */
  duplicatesHeedOrder: v.boolean(),
  /** Whether `transact.php` refunds what has not settled: allowed by VD, refused live (OR, SYL). */
  refundBeforeSettlement: v.boolean(),
  /** How `transact.php` records a refund: as an action of the sale (OR) or as a transaction of its own (CAP). */
  refundShape: v.picklist(['action', 'own-transaction']),
  /** How the reply to a sale that was approved in whole tells `amount_authorized`; empty: #65880873733. */
  authorizedAmount: v.picklist(['absent', 'empty', 'equal']),
  /** The events that the merchant subscribed to; a `*` at the end of a type stands for any rest. */
  eventTypes: v.pipe(v.array(typePattern), v.maxLength(50)),
  /** What `t` of an event's signature is: a nonce (VD, HS, HD) or the time (CAP). */
  eventSignature: v.picklist(['seconds', 'nonce']),
  /** How events write ids (VD: either). */
  eventIds: v.picklist(['strings', 'numbers']),
  /** Whether events name the transaction's order: captured ones had none (CAP). */
  eventOrderIds: v.picklist(['given', 'empty']),
  /** Whether `query.php` escapes names, or writes a bare `&` and Latin-1 bytes under a UTF-8 header. */
  recordText: v.picklist(['escaped', 'raw']),
  /** Whether the hosted script does the worst that the real one may do (guess); `collect.js` says what. */
  hostedScript: v.picklist(['lenient', 'strict']),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

export const settingsPatchSchema = v.partial(settingsSchema);

const defaultSettings: Settings = {
  disablingDuplicateCheck: 'allowed',
  duplicateCode: 300,
  duplicatesHeedOrder: false,
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

/** Settings that live as long as the process. */
export const createSettings = () => {
  let settings = defaultSettings;
  return {
    get: (): Settings => settings,
    /** Changes these and answers all. */
    update(patch: v.InferOutput<typeof settingsPatchSchema>): Settings {
      settings = v.parse(settingsSchema, { ...settings, ...patch });
      return settings;
    },
    reset(): void {
      settings = defaultSettings;
    },
  };
};
