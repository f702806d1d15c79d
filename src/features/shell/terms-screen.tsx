import * as terms from '#content/terms.md';
import { DocumentScreen } from './document-screen.tsx';

/** On what terms credits are sold. The text is that of content/terms.md. */
export const TermsScreen = () => <DocumentScreen {...terms} />;
