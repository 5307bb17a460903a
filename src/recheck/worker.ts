import { serve } from './serve.js';

// The entry of a module worker: `new Worker(new URL('moca-react/recheck/worker', import.meta.url), { type: 'module' })`.
serve(self);
