import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/react/styles.css';
import './verify.css';
import { VerifyPage } from './verify-page.js';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <VerifyPage />
    </StrictMode>,
  );
}
