/** The events of each machine that carry nothing but their type. Made by `npm run machines`. */
export const plainEvents: Readonly<Record<string, readonly string[]>> = {
  "auth": [
    "hosted-sign-in.requested",
    "challenge.cancelled",
    "sign-out.requested",
    "code.requested",
    "session.ended",
    "session.unreachable"
  ],
  "checkout": [
    "form.edited",
    "checkout.cancelled",
    "checkout.left",
    "card-fields.lost",
    "card-fields.retried",
    "success.dismissed",
    "confirmation.stopped",
    "outcome.rechecked",
    "outcome.acknowledged",
    "attempt.ended"
  ],
  "ledger": [
    "transaction.closed",
    "history.retried",
    "history.outdated",
    "refresh.requested",
    "download.requested",
    "download.cancelled"
  ]
};
