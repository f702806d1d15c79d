import { Link } from '@tanstack/react-router';
import { appTexts } from '#texts/app.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { button } from '#ui/Button.css.ts';
import { centred, emblem, hint } from './shell.css.ts';

/** What every address shows that leads nowhere. */
export const NotFoundScreen = ({ authenticated }: { readonly authenticated: boolean }) => (
  <main className={centred}>
    <span className={emblem}>
      <BrandMark />
    </span>
    <h1 tabIndex={-1}>{appTexts.pageNotFound}</h1>
    <p className={hint}>{appTexts.pageNotFoundHint}</p>
    {authenticated ? (
      <Link to="/dashboard" className={button.primary}>
        {appTexts.toDashboard}
      </Link>
    ) : (
      <Link to="/login" className={button.primary}>
        {appTexts.toLogin}
      </Link>
    )}
  </main>
);
