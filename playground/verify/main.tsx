import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/react/styles.css';
import './verify.css';
// The card's layer is loaded on demand elsewhere; here everything must be there when the network is not.
import '../../src/react/card/card-popover.js';
import { VerifyPage } from './verify-page.js';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <VerifyPage />
    </StrictMode>,
  );
}
