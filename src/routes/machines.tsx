import { createFileRoute, notFound } from '@tanstack/react-router';
import { MachinesScreen } from '#features/machines/machines-screen.tsx';
import { PendingScreen } from '#features/shell/pending-screen.tsx';
import { appTexts } from '#texts/app.ts';

/** For developers: nothing is here unless the build or its configuration shows the machines. */
export const Route = createFileRoute('/machines')({
  staticData: { title: appTexts.titles.machines },
  beforeLoad: ({ context: { inspection } }) => {
    if (inspection === null) throw notFound();
    return { inspection };
  },
  loader: async ({ context: { inspection } }) => {
    const [{ machines }, { recorderOf }] = await Promise.all([
      import('#app/machines.ts'),
      import('#features/machines/recorder.ts'),
    ]);
    return { machines, recorder: recorderOf(inspection) };
  },
  pendingComponent: () => <PendingScreen text={appTexts.loading} />,
  component: Machines,
});

function Machines() {
  const { machines, recorder } = Route.useLoaderData();
  return <MachinesScreen machines={machines} recorder={recorder} />;
}
