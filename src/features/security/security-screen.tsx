import { useApp } from '#features/shared/app-context.ts';
import type { LoadedParts } from '#features/shared/purchase-parts.ts';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { DeviceSection } from './device-section.tsx';
import { PasskeySection } from './passkey-section.tsx';

/** How the customer signs in, and where. */
export const SecurityScreen = (parts: LoadedParts) => (
  <>
    <AuthenticatorSection />
    {useApp().passkeys && <PasskeySection {...parts} />}
    <DeviceSection />
  </>
);
