import { expect, test } from 'vitest';
import { authMachine } from '#machines/account/auth.ts';
import { hostedMachine } from '#machines/account/hosted.ts';
import { verificationMachine } from '#machines/account/verification.ts';
import { checkoutMachine } from '#machines/purchase/checkout.ts';
import { paymentMachine } from '#machines/purchase/payment.ts';

test.each([
  { machine: authMachine, delays: { registrationLimit: 3_000 } },
  { machine: verificationMachine, delays: { linkPollInterval: 5_000, linkPollLimit: 180_000 } },
  {
    machine: hostedMachine,
    delays: { departureLimit: 10_000, signOutLimit: 3_000, completionLimit: 10_000 },
  },
  { machine: checkoutMachine, delays: { cardFieldsLimit: 10_000, listLimit: 4_000, requoteLimit: 10_000 } },
  {
    machine: paymentMachine,
    delays: {
      quoteLimit: 10_000,
      pricingLimit: 10_000,
      cardCheckLimit: 2_000,
      tokenLimit: 30_000,
      baselineLimit: 10_000,
      chargeLimit: 30_000,
      confirmationInterval: 2_000,
      confirmationLimit: 60_000,
    },
  },
])('the machine $machine.id has the delays $delays, in ms', ({ machine, delays }) => {
  expect(machine.implementations.delays).toEqual(delays);
});
