/** What an operator may say to the gateway, for those who check it. */

export { releaseOrders } from './events/events.ts';
export { fateSchema } from './events/fates.ts';
export { conditions } from './records/transaction.ts';
export { settingsPatchSchema } from './settings.ts';
export { stagedReplySchema } from './transact/staged-replies.ts';
