import { createFileRoute, redirect } from '@tanstack/react-router';
import { isAuthenticated } from '#machines/account/auth.selectors.ts';

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    throw redirect({
      to: isAuthenticated(context.auth.getSnapshot()) ? '/dashboard' : '/login',
      replace: true,
    });
  },
});
