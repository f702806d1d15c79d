import { createFileRoute } from '@tanstack/react-router';
import * as terms from '#content/terms.md';
import { DocumentScreen } from '#features/shell/document-screen.tsx';
import { appTexts } from '#texts/app.ts';

/** Renders content/terms.md. */
export const Route = createFileRoute('/terms')({
  staticData: { title: appTexts.titles.terms },
  component: () => <DocumentScreen {...terms} />,
});
