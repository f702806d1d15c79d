import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SiteFooter } from '#features/shared/site-footer.tsx';
import { siteReachable } from '#features/shared/site-reachable.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { appTexts } from '#texts/app.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { button } from '#ui/Button.css.ts';
import { Button } from '#ui/Button.tsx';
import { contentId } from '#ui/focus.ts';
import { centered, emblem, hint, messagePage } from './shell.css.ts';

interface MessageScreenProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
}

export const MessageScreen = ({ title, text, children, footer }: MessageScreenProps) => (
  <div className={messagePage}>
    <main id={contentId} className={centered}>
      <span className={emblem}>
        <BrandMark />
      </span>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={hint}>{text}</p>
      {children}
    </main>
    {footer}
  </div>
);

const reload = () => window.location.reload();

/**
 * Hides the error, which may contain private data. Reloads when back online, in case code failed to load.
 * @param isBuying returns whether a reload would interrupt a purchase
 */
export const CrashScreen = ({ isBuying }: { readonly isBuying: () => boolean }) => {
  useEffect(() => {
    let isShown = true;
    const retry = async () => {
      await siteReachable();
      if (isShown && !isBuying()) reload();
    };
    window.addEventListener('online', retry);
    return () => {
      isShown = false;
      window.removeEventListener('online', retry);
    };
  }, [isBuying]);
  const online = useOnline();
  return (
    <MessageScreen
      title={appTexts.crashed}
      text={online ? appTexts.crashedHint : appTexts.offlineHint}
      footer={<SiteFooter />}
    >
      <Button onClick={online ? reload : () => window.history.back()}>
        {online ? appTexts.reload : appTexts.back}
      </Button>
    </MessageScreen>
  );
};

export const NotFoundScreen = ({ authenticated }: { readonly authenticated: boolean }) => (
  <MessageScreen title={appTexts.pageNotFound} text={appTexts.pageNotFoundHint} footer={<SiteFooter />}>
    <Link to={authenticated ? '/dashboard' : '/login'} className={button.primary}>
      {authenticated ? appTexts.toDashboard : appTexts.toLogin}
    </Link>
  </MessageScreen>
);
