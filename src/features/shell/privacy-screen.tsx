import * as privacy from '#content/privacy.md';
import { DocumentScreen } from './document-screen.tsx';

/** What is kept about a customer. The text is that of content/privacy.md. */
export const PrivacyScreen = () => <DocumentScreen {...privacy} />;
