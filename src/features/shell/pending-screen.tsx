import { shellTexts } from '#texts/shell.ts';
import { contentId } from '#ui/focus.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { visuallyHidden } from '#ui/VisuallyHidden.css.ts';
import { centered } from './shell.css.ts';

export const PendingScreen = ({ text }: { readonly text: string }) => (
  <main id={contentId} className={centered}>
    <h1 className={visuallyHidden}>{shellTexts.brand}</h1>
    <Spinner label={text} />
  </main>
);
