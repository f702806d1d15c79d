import { countOf } from './common.ts';

/** Sample terms. Replace them with your own before you go live. @param selfRefundDays 0 if customers can't start refunds */
export const termsTexts = (selfRefundDays: number) => ({
  title: 'Terms of service',
  lead: 'In effect since November 30, 2026',
  sections: {
    'What you buy': [
      'Credits are prepaid units that you can use with the services that accept them. They are sold in packages. We show the price, the credits and any bonus credits of a package before you pay.',
      'Credits are added to your balance as soon as your payment is approved. They are not money, earn no interest, and cannot be transferred to another account.',
    ],
    'Your account': [
      'You need an account with a verified email to buy credits. Use your real name and a phone number where we can reach you, and keep your password secret.',
      'You are responsible for purchases made while you are signed in. If you think that someone else knows your password, reset it immediately.',
    ],
    Payment: [
      'You pay by card, in US dollars. Your card is charged once for each purchase that you confirm, and by automatic top-up only as you agreed when you turned it on. If a payment is declined, nothing is charged and no credits are added.',
      'If your connection drops while you pay, we check what happened before charging again. Until we know the outcome, the purchase is listed as pending.',
    ],
    Refunds: [
      'Credits that you have not used can be refunded to the card that paid for them within 14 days of the purchase. A refunded purchase stays in your ledger with the status Refunded, and its credits leave your balance.',
      ...(selfRefundDays > 0
        ? [
            `You can refund your latest purchase yourself for ${countOf(selfRefundDays, 'day')}: open it in your ledger and choose Refund this purchase. This works while none of its credits are used or on hold, and at most twice in 90 days. For any other refund, contact us.`,
          ]
        : []),
    ],
    'Fair use': [
      'Do not use cards that are not yours, resell credits, or try to get around the limits of the store. We may close accounts that do so, and then refund legitimately purchased credits.',
    ],
    Changes: [
      'If these terms change, we publish the new ones on this page with the day on which they take effect. Purchases are governed by the terms that were published here when they were made.',
    ],
  },
});
