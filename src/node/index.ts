export { directorySource } from './directory-source.js';
export { packageTarget } from './package-target.js';
