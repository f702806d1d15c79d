import { createFileRoute } from '@tanstack/react-router';
import { deletionOf } from '#app/customer/account-deletion.ts';
import { DeletionSection } from '#features/profile/deletion-section.tsx';
import { PasswordSection } from '#features/profile/password-section.tsx';
import { ProfileSection } from '#features/profile/profile-section.tsx';
import { SessionsSection } from '#features/profile/sessions-section.tsx';
import { appTexts } from '#texts/app.ts';

const Profile = () => {
  const session = Route.useRouteContext({ select: (context) => context.session });
  return (
    <>
      <ProfileSection />
      <PasswordSection />
      <SessionsSection />
      <DeletionSection storeQuery={session.storeQuery} deleteAccount={deletionOf(session)} />
    </>
  );
};

export const Route = createFileRoute('/_signed-in/profile')({
  staticData: { title: appTexts.titles.profile },
  component: Profile,
});
