import { createFileRoute } from '@tanstack/react-router';
import * as privacy from '#content/privacy.md';
import { DocumentScreen } from '#features/shell/document-screen.tsx';
import { appTexts } from '#texts/app.ts';

/** Renders content/privacy.md. */
export const Route = createFileRoute('/privacy')({
  staticData: { title: appTexts.titles.privacy },
  component: () => <DocumentScreen {...privacy} />,
});
