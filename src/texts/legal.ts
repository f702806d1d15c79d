interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** A document of the store: its title, the day it took effect, and its sections. */
export interface LegalDocument {
  readonly title: string;
  readonly effective: string;
  readonly sections: readonly LegalSection[];
}

export const terms: LegalDocument = {
  title: 'Terms of service',
  effective: 'In effect since November 1, 2026',
  sections: [
    {
      heading: 'What you buy',
      paragraphs: [
        'Credits are prepaid units that you can use with the services that take them. They are sold in packages; the price, the credits and any bonus credits of a package are shown before you pay.',
        'Credits are added to your balance as soon as your payment is approved. They are not money, earn no interest, and cannot be passed on to another account.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'You need an account with a verified email to buy credits. Please give your real name and a phone number at which you can be reached, and keep your password to yourself.',
        'You answer for purchases that are made while you are signed in. If you think that somebody else knows your password, reset it at once.',
      ],
    },
    {
      heading: 'Payment',
      paragraphs: [
        'You pay by card, in US dollars. Your card is charged once for each purchase that you confirm. When a payment is declined, nothing is charged and no credits are added.',
        'Should the connection break while you pay, your purchase is looked up before anything is charged again. Until its outcome is known, it is listed as pending.',
      ],
    },
    {
      heading: 'Refunds',
      paragraphs: [
        'Credits that you have not used can be refunded to the card that paid for them within 14 days of the purchase. A refunded purchase stays in your ledger with the status Refunded, and its credits leave your balance.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        'Do not use cards that are not yours, resell credits, or try to get around the limits of the store. Accounts that do so may be closed; credits that were honestly paid for are then refunded.',
      ],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'When these terms change, the new ones are published on this page with the day on which they take effect. Purchases are governed by the terms that stood here when they were made.',
      ],
    },
  ],
};

export const privacy: LegalDocument = {
  title: 'Privacy policy',
  effective: 'In effect since November 1, 2026',
  sections: [
    {
      heading: 'What is kept about you',
      paragraphs: [
        'Your account holds your name, your email and your phone number. Your password is known to nobody but you: the identity service keeps only a value that it can be checked against.',
        'Your ledger holds your purchases: the package, the amount, the credits, the time, and the reference numbers of the payment.',
      ],
    },
    {
      heading: 'Your card',
      paragraphs: [
        'The number, expiry and security code of your card are typed into fields that belong to the payment gateway. They go from your browser to the gateway directly; the store receives a token that is good for one payment, and never sees or stores your card.',
        'Your billing address goes to the gateway together with that token, because your bank checks it.',
      ],
    },
    {
      heading: 'In your browser',
      paragraphs: [
        'Your browser keeps what is needed to stay signed in and to find a purchase again that was interrupted. Signing out ends your session. There are no advertising cookies and no trackers.',
      ],
    },
    {
      heading: 'Who else sees it',
      paragraphs: [
        'The identity service holds your account, and the payment gateway takes your payments. Your data is given to nobody else, unless the law demands it, and it is never sold.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can ask what is kept about you, have it corrected, or have your account closed. Records of purchases are kept for as long as tax law requires, and are deleted after that.',
      ],
    },
  ],
};
