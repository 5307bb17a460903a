import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/react/styles.css';
import './page.css';
import { App } from './app.js';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
