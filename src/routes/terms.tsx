import { createFileRoute } from '@tanstack/react-router';
import { DocumentScreen } from '#features/shell/document-screen.tsx';
import { appTexts } from '#texts/app.ts';
import { termsTexts } from '#texts/terms.ts';

export const Route = createFileRoute('/terms')({
  staticData: { title: appTexts.titles.terms },
  component: () => <DocumentScreen {...termsTexts} />,
});
