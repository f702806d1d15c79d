/** The events of each machine that carry nothing but their type. Made by `npm run machines`. */
export const plainEvents: Readonly<Record<string, readonly string[]>> = {
  "auth": [
    "sign-out.requested",
    "code.requested",
    "session.ended",
    "failure.dismissed"
  ],
  "checkout": [
    "checkout.cancelled",
    "card-fields.retried",
    "success.dismissed",
    "outcome.rechecked",
    "outcome.acknowledged"
  ],
  "ledger": [
    "transaction.closed",
    "history.retried",
    "history.outdated"
  ]
};
