import { createFileRoute } from '@tanstack/react-router';
import { AuthenticatorSection } from '#features/security/authenticator-section.tsx';
import { DeviceSection } from '#features/security/device-section.tsx';
import { PasskeySection } from '#features/security/passkey-section.tsx';
import { useApp } from '#features/shared/app-context.ts';
import { appTexts } from '#texts/app.ts';

const Security = () => {
  const loadPurchase = Route.useRouteContext({ select: ({ session }) => session.loadPurchase });
  return (
    <>
      <AuthenticatorSection />
      {useApp().passkeys && <PasskeySection loadPurchase={loadPurchase} />}
      <DeviceSection />
    </>
  );
};

export const Route = createFileRoute('/_signed-in/security')({
  staticData: { title: appTexts.titles.security },
  component: Security,
});
