/** The processor's response to a sale. `response` is 1 (approved), 2 (declined) or 3 (error); NMI publishes `code`. */
export interface ProcessorResponse {
  readonly response: 1 | 2 | 3;
  readonly code: number;
  readonly text: string;
}

export interface TestCard {
  readonly number: string;
  /** The brand, in the hosted script's wording. */
  readonly brand: string;
  readonly response: ProcessorResponse;
}

export const approved: ProcessorResponse = { response: 1, code: 100, text: 'SUCCESS' };
export const declined: ProcessorResponse = { response: 2, code: 200, text: 'DECLINE' };
const insufficientFunds: ProcessorResponse = { response: 2, code: 202, text: 'Insufficient funds' };
export const expiredCard: ProcessorResponse = { response: 2, code: 223, text: 'Expired card' };
const processorError: ProcessorResponse = {
  response: 3,
  code: 400,
  text: 'Transaction error returned by processor',
};

/** The only numbers that the gateway accepts, so it can't charge, keep or leak a real card. */
const testCards: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'visa', response: approved },
  { number: '4012888888881881', brand: 'visa', response: approved },
  { number: '4000000000000002', brand: 'visa', response: declined },
  { number: '4000000000009995', brand: 'visa', response: insufficientFunds },
  { number: '4000000000000119', brand: 'visa', response: processorError },
  { number: '5431111111111111', brand: 'mastercard', response: approved },
  { number: '6011000991300009', brand: 'discover', response: approved },
  { number: '341111111111111', brand: 'amex', response: approved },
  { number: '30205252489926', brand: 'diners', response: approved },
  { number: '3541963594572595', brand: 'jcb', response: approved },
];

/** Masks a card number: `4111111111111111` → `411111******1111`. */
export const maskCardNumber = (number: string): string =>
  number.slice(0, 6) + '*'.repeat(number.length - 10) + number.slice(-4);

export const findTestCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number);

/** Returns the test card with a masked number. No two test cards share one. */
export const findTestCardByMask = (masked: string): TestCard | undefined =>
  testCards.find((card) => maskCardNumber(card.number) === masked);
