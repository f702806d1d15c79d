import { createFileRoute } from '@tanstack/react-router';
import { loadHeader } from '#app/customer/load-header.ts';
import { DocumentScreen } from '#features/shell/document-screen.tsx';
import { appTexts } from '#texts/app.ts';
import { privacyTexts } from '#texts/privacy.ts';

export const Route = createFileRoute('/privacy')({
  staticData: { title: appTexts.titles.privacy },
  // Load the loader together with the page.
  codeSplitGroupings: [['loader', 'component']],
  loader: loadHeader,
  component: () => <DocumentScreen {...privacyTexts} Header={Route.useLoaderData()} />,
});
