/** Whether an order id of the gateway can be one of ours: a purchase attempt's id. Others share an account with us. */
export const isOrderId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
