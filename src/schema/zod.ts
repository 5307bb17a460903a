/**
 * `zod/mini` compiles nothing at run time (no `new Function`), so schemas work under a Content Security
 * Policy without `unsafe-eval`. Every schema of this project imports it from here, as `import * as z`: a
 * bundler then keeps the few functions in use, where one exported namespace object would bring all of zod,
 * with the messages of every language.
 */
export * from 'zod/mini';
