export const COPY_FORMATS = ['plain', 'references', 'markdown', 'html'] as const;

/**
 * - `plain`: the text without markers
 * - `references`: the text with numbered markers and the sources below
 * - `markdown`: the answer as it was written, with the sources below
 * - `html`: formatted text with numbered markers and the sources below
 */
export type CopyFormat = (typeof COPY_FORMATS)[number];
