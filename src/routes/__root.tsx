import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { type RouterContext, settled } from '#app/router-context.ts';
import { useApp, useAuth } from '#features/shared/app-context.ts';
import { NotKeptBanner, OfflineBanner } from '#features/shell/banners.tsx';
import { CrashScreen, NotFoundScreen } from '#features/shell/message-screen.tsx';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { isAuthenticated, isLoading } from '#machines/account/auth.selectors.ts';
import { appTexts, pendingText } from '#texts/app.ts';

const Root = () => (
  <>
    <NotKeptBanner />
    <Outlet />
    <OfflineBanner />
  </>
);

/** The first page is pending until its guards have finished. Then, `data-page` is the page that was opened. */
const Pending = () => {
  const page = useAuth(isLoading) ? '' : document.documentElement.dataset['page'];
  return <PendingScreen text={pendingText(`${page}`, useApp().productName)} />;
};

const Crash = () => <CrashScreen isBuying={useRouter().options.context.customer.isBuying} />;

const NotFound = () => <NotFoundScreen authenticated={useAuth(isAuthenticated)} />;

export const Route = createRootRouteWithContext<RouterContext>()({
  staticData: { title: appTexts.titles.notFound },
  beforeLoad: async ({ context }) => {
    await settled(context.auth);
  },
  component: Root,
  pendingComponent: Pending,
  errorComponent: Crash,
  notFoundComponent: NotFound,
});
