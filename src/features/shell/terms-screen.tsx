import { terms } from '#texts/legal.ts';
import { DocumentScreen } from './document-screen.tsx';

/** On what terms credits are sold. */
export const TermsScreen = () => <DocumentScreen document={terms} />;
