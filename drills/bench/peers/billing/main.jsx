import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import '../form.css';

const fields = {
  first_name: 'First name',
  last_name: 'Last name',
  address1: 'Street address',
  address2: 'Apartment',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  country: 'Country',
  number: 'Card number',
  expiry: 'Expiry',
  cvv: 'CVV',
};

const rules = {
  address2: {},
  zip: {
    required: 'ZIP code is required',
    pattern: { value: /^\d{5}(-\d{4})?$/, message: 'Not a ZIP code' },
  },
  phone: { required: 'Phone is required', minLength: { value: 10, message: 'Not a phone number' } },
};

const Billing = () => {
  const { register, handleSubmit, formState } = useForm({ mode: 'onTouched' });
  return (
    <main>
      <h1>Billing</h1>
      <form onSubmit={handleSubmit(() => undefined)} noValidate>
        {Object.entries(fields).map(([name, label]) => {
          const error = formState.errors[name];
          return (
            <div key={name}>
              <label htmlFor={name}>{label}</label>
              <input
                id={name}
                aria-invalid={error !== undefined}
                {...register(name, rules[name] ?? { required: `${label} is required` })}
              />
              {error && <p role="alert">{error.message}</p>}
            </div>
          );
        })}
        <button type="submit">Pay</button>
      </form>
    </main>
  );
};

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Billing />
  </StrictMode>,
);
