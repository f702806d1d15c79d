import '@aws-amplify/ui-react/styles.css';
import { Authenticator } from '@aws-amplify/ui-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { configure } from '../amplify.js';

configure();

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Authenticator>{() => <h1>Signed in</h1>}</Authenticator>
  </StrictMode>,
);
