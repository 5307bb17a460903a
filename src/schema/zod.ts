/**
 * `zod/mini` compiles nothing at run time (no `new Function`), so schemas work under a Content Security
 * Policy without `unsafe-eval`. Every schema of this project imports it from here, never `zod` itself.
 */
export * as z from 'zod/mini';
