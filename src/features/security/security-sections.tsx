import { useApp } from '#features/shared/app-context.ts';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { DeviceSection } from './device-section.tsx';
import { PasskeySection } from './passkey-section.tsx';

export const SecuritySections = () => (
  <>
    <AuthenticatorSection />
    {useApp().passkeys && <PasskeySection />}
    <DeviceSection />
  </>
);
