import { createFileRoute } from '@tanstack/react-router';
import { loadHeader } from '#app/customer/load-header.ts';
import { useApp } from '#features/shared/app-context.ts';
import { DocumentScreen } from '#features/shell/document-screen.tsx';
import { appTexts } from '#texts/app.ts';
import { termsTexts } from '#texts/terms.ts';

export const Route = createFileRoute('/terms')({
  staticData: { title: appTexts.titles.terms },
  // Load the loader together with the page.
  codeSplitGroupings: [['loader', 'component']],
  loader: loadHeader,
  component: () => <DocumentScreen {...termsTexts(useApp().selfRefundDays)} Header={Route.useLoaderData()} />,
});
