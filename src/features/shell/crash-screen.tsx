import { appTexts } from '#texts/app.ts';
import { Button } from '#ui/Button.tsx';
import { MessageScreen } from './message-screen.tsx';

/** What is left of a page that broke. It says nothing of the error itself, which may hold private data. */
export const CrashScreen = () => (
  <MessageScreen title={appTexts.crashed} text={appTexts.crashedHint}>
    <Button onClick={() => window.location.reload()}>{appTexts.reload}</Button>
  </MessageScreen>
);
