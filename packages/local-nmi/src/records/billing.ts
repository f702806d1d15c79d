/** A request's billing fields (VD), and their element names in `query.php` responses. */
const billingFields = {
  first_name: 'first_name',
  last_name: 'last_name',
  company: 'company',
  address1: 'address_1',
  address2: 'address_2',
  city: 'city',
  state: 'state',
  zip: 'postal_code',
  country: 'country',
  email: 'email',
  phone: 'phone',
} as const;

/** Returns a request's non-empty billing fields, by their element names in `query.php` responses. */
export const billingOf = (request: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(billingFields).flatMap(([field, element]) => {
      const value = request.get(field) ?? '';
      return value === '' ? [] : [[element, value]];
    }),
  );
