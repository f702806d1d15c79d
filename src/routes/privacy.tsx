import { createFileRoute } from '@tanstack/react-router';
import { DocumentScreen } from '#features/shell/document-screen.tsx';
import { appTexts } from '#texts/app.ts';
import { privacyTexts } from '#texts/privacy.ts';

export const Route = createFileRoute('/privacy')({
  staticData: { title: appTexts.titles.privacy },
  component: () => <DocumentScreen {...privacyTexts} />,
});
