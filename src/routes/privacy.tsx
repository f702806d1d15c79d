import { createFileRoute } from '@tanstack/react-router';
import { PrivacyScreen } from '#features/shell/privacy-screen.tsx';
import { appTexts } from '#texts/app.ts';

export const Route = createFileRoute('/privacy')({
  staticData: { title: appTexts.titles.privacy },
  component: PrivacyScreen,
});
