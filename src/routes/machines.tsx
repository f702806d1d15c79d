import { createFileRoute, notFound } from '@tanstack/react-router';
import { MachinesScreen } from '#devtools/machines-screen.tsx';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { appTexts } from '#texts/app.ts';

/** Page for developers. Shows the 404 page unless the build or the configuration enables it. */
export const Route = createFileRoute('/machines')({
  staticData: { title: appTexts.titles.machines },
  beforeLoad: ({ context: { inspection } }) => {
    if (inspection === null) throw notFound();
    return { inspection };
  },
  loader: async ({ context: { inspection } }) => {
    const { recorderOf } = await import('#devtools/recorder.ts');
    return recorderOf(inspection);
  },
  pendingComponent: () => <PendingScreen text={appTexts.loading} />,
  component: () => <MachinesScreen recorder={Route.useLoaderData()} />,
});
