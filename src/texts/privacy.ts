/** Sample policy. Replace it with your own before you go live. */
export const privacyTexts = {
  title: 'Privacy policy',
  lead: 'In effect since November 30, 2026',
  sections: {
    'What we keep about you': [
      'Your account holds your name, your email and your phone number. Your password goes to the identity service, never to the store. The identity service keeps only a value that it can check your password against.',
      'Your ledger holds your purchases: the package, the amount, the credits, the time, and the reference numbers of the payment. Your activity holds how your credits were used: by which service, for what, and when.',
      'We keep which emails we sent you and which you want.',
      'Staff actions on your account are logged by account number, not by name.',
    ],
    'Your card': [
      "You type your card's number, expiry and security code into fields that belong to the payment gateway. They go from your browser directly to the gateway. The store receives a token that is good for one payment, and never sees your full card number or security code. After the payment, the gateway tells the store the card's brand and last four digits, which it keeps with the purchase and shows on your receipt.",
      'If you choose to save your card, the gateway keeps it for your next purchases. The store keeps its brand, last four digits and expiry, and a code for each device that may use it. You can remove it at any time.',
      'If you turn on automatic top-up, the store charges your saved card as you agreed, until you turn it off. We keep what you agreed to and when.',
      "Your billing address, your email and your network address go to the gateway with each payment, because your bank and the gateway's fraud checks need them. The store does not keep your billing address, but asks the gateway for the last one to fill it in. It keeps your network address only until the payment is decided, or for two days if your bank declines it, to stop people who try out stolen cards.",
    ],
    'In your browser': [
      'Your browser keeps what is needed to stay signed in and to find an interrupted purchase again. Signing out ends your session. There are no advertising cookies and no trackers.',
    ],
    'Who else sees your data': [
      'The identity service holds your account, the payment gateway takes your payments, and a mail service delivers our emails, which can name a purchase, its amount and the last four digits of its card. We give your data to no one else unless the law requires it, and we never sell it.',
    ],
    'Your rights': [
      'You can ask for a copy of everything that we keep about you, have it corrected, or have it erased and your account closed.',
      'Erasing removes your name, your email, your phone number, your saved cards and network addresses. The records of your purchases, your credits and what you agreed to stay in the books, as required by law, with a number instead of your name. The identity service and the payment gateway keep records of their own.',
    ],
  },
} as const;
