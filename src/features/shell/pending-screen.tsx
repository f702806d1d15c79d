import { Spinner } from '#ui/Spinner.tsx';
import { centred } from './shell.css.ts';

/** Stands in for a page that is on its way. */
export const PendingScreen = ({ text }: { readonly text: string }) => (
  <main className={centred}>
    <Spinner label={text} />
  </main>
);
