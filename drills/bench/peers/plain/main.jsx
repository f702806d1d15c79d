import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { signIn } from 'aws-amplify/auth';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { createBrowserRouter, Link, RouterProvider, useNavigate } from 'react-router';
import { configure } from '../amplify.js';
import '../form.css';

configure();

const SignIn = () => {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const { register, handleSubmit, formState } = useForm();
  const { errors } = formState;
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ email, password }) =>
      signIn({ username: email, password, options: { authFlowType: 'USER_SRP_AUTH' } }),
    onSuccess: () => navigate('/dashboard'),
  });
  return (
    <main>
      <h1>Sign in</h1>
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={handleSubmit((values) => mutate(values))} noValidate>
        <label htmlFor="email">Email</label>
        <input
          id="email"
          type="email"
          autoComplete="username"
          {...register('email', { required: 'Email is required' })}
        />
        {errors.email && <p role="alert">{errors.email.message}</p>}
        <label htmlFor="password">Password</label>
        <input
          id="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          {...register('password', { required: 'Password is required' })}
        />
        {errors.password && <p role="alert">{errors.password.message}</p>}
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
        <button type="submit" disabled={isPending}>
          Sign In
        </button>
      </form>
      <Link to="/forgot-password">Forgot password?</Link>
    </main>
  );
};

const router = createBrowserRouter([
  { path: '/dashboard', element: <h1>Signed in</h1> },
  { path: '/forgot-password', element: <h1>Forgot password</h1> },
  { path: '*', element: <SignIn /> },
]);

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
