import { createFileRoute } from '@tanstack/react-router';
import { TermsScreen } from '#features/shell/terms-screen.tsx';
import { appTexts } from '#texts/app.ts';

export const Route = createFileRoute('/terms')({
  staticData: { title: appTexts.titles.terms },
  component: TermsScreen,
});
