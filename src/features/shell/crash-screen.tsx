import { appTexts } from '#texts/app.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { Button } from '#ui/Button.tsx';
import { centred, emblem, hint } from './shell.css.ts';

/** What is left of a page that broke. It says nothing of the error itself, which may hold private data. */
export const CrashScreen = () => (
  <main className={centred}>
    <span className={emblem}>
      <BrandMark />
    </span>
    <h1 tabIndex={-1}>{appTexts.crashed}</h1>
    <p className={hint}>{appTexts.crashedHint}</p>
    <Button onClick={() => window.location.reload()}>{appTexts.reload}</Button>
  </main>
);
