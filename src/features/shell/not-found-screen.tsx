import { Link } from '@tanstack/react-router';
import { appTexts } from '#texts/app.ts';
import { button } from '#ui/Button.css.ts';
import { MessageScreen } from './message-screen.tsx';

/** What every address shows that leads nowhere. */
export const NotFoundScreen = ({ authenticated }: { readonly authenticated: boolean }) => (
  <MessageScreen title={appTexts.pageNotFound} text={appTexts.pageNotFoundHint}>
    <Link to={authenticated ? '/dashboard' : '/login'} className={button.primary}>
      {authenticated ? appTexts.toDashboard : appTexts.toLogin}
    </Link>
  </MessageScreen>
);
