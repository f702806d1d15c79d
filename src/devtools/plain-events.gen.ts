/** The events of each machine that carry nothing but their type. Made by `npm run machines`. */
export const plainEvents: Readonly<Record<string, readonly string[]>> = {
  "auth": [
    "hosted-sign-in.requested",
    "sign-out.requested",
    "code.sent",
    "code.unsent",
    "reset.resent",
    "session.ended",
    "session.unreachable"
  ],
  "challenge": [
    "challenge.canceled"
  ],
  "passkey": [
    "passkey.left"
  ],
  "passkey-registration": [
    "registration.canceled"
  ],
  "verification": [
    "code.requested"
  ],
  "reset": [
    "code.requested"
  ],
  "hosted": [],
  "checkout": [
    "form.edited",
    "checkout.canceled",
    "checkout.left",
    "checkout.returned",
    "card-fields.lost",
    "card-fields.retried",
    "success.dismissed",
    "outcome.rechecked",
    "outcome.acknowledged",
    "attempt.ended"
  ],
  "payment": [
    "checkout.left",
    "confirmation.stopped"
  ],
  "ledger": [
    "transaction.closed",
    "history.retried",
    "history.outdated",
    "refresh.requested"
  ],
  "activity": [
    "newer.chosen",
    "older.chosen",
    "history.retried",
    "history.outdated",
    "refresh.requested"
  ],
  "download": [
    "download.canceled",
    "download.completed",
    "rows.changed"
  ]
};
