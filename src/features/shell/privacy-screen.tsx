import { privacy } from '#texts/legal.ts';
import { DocumentScreen } from './document-screen.tsx';

/** What is kept about a customer. */
export const PrivacyScreen = () => <DocumentScreen document={privacy} />;
