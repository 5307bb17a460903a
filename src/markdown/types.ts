import type { Finding } from '../schema/finding.js';

/** How the text of an answer may name one citation. The place in the array is the citation's index. */
export interface CitationMark {
  /** The string that the event names, such as `[1]`. */
  readonly marker?: string | undefined;
  /** The node's versioned reference, `<package id>@<version>#<path>`. */
  readonly ref?: string | undefined;
}

/** One place in the answer that names one citation. Offsets are UTF-16 units in the content. */
export interface Placement {
  /** Index of the citation. */
  readonly citation: number;
  readonly start: number;
  readonly end: number;
  /** The answer's own text at that place. */
  readonly text: string;
}

/** A marker in the text. Markers that touch are consecutive nodes. */
export interface CitationNode {
  readonly type: 'citation';
  /** Indexes of the citations named here; more than one when they share a marker. */
  readonly citations: readonly number[];
  /** The answer's own text; empty for the inner numbers of a range such as `[1-3]`. */
  readonly text: string;
  /** UTF-16 units in the content. */
  readonly start: number;
  readonly end: number;
}

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'emphasis' | 'strong' | 'deleted'; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' }
  /** `href` is absolute http(s) without user information. */
  | {
      readonly type: 'link';
      readonly href: string;
      readonly title?: string;
      readonly children: readonly Inline[];
    }
  /** Never loaded: its alternative text, and a link where the address is http(s). */
  | { readonly type: 'image'; readonly alt: string; readonly href?: string; readonly title?: string }
  /** A raw HTML element, as written: only the sanitiser decides what becomes of its tags. */
  | {
      readonly type: 'html';
      readonly name: string;
      readonly open: string;
      readonly close: string;
      readonly children: readonly Inline[];
    }
  /** A raw tag or comment without content. */
  | { readonly type: 'html-tag'; readonly raw: string }
  /** `defined` is false while the definition has not arrived. */
  | { readonly type: 'footnote'; readonly label: string; readonly number: number; readonly defined: boolean }
  | CitationNode;

export type Alignment = 'left' | 'center' | 'right' | null;

export interface ListItem {
  /** Present on a task. */
  readonly checked?: boolean;
  readonly children: readonly BlockNode[];
}

export type BlockNode =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  /** A paragraph without its own element, as in a list item without blank lines. */
  | { readonly type: 'inline'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly depth: number; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly language?: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly BlockNode[] }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly ListItem[];
    }
  | {
      readonly type: 'table';
      readonly align: readonly Alignment[];
      readonly header: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly type: 'rule' }
  | { readonly type: 'html'; readonly children: readonly Inline[] }
  /** Source that is over a limit, shown as it is. */
  | { readonly type: 'plain'; readonly children: readonly Inline[] };

/**
 * A stretch of the content that is parsed on its own. Blocks partition the content: the first starts at 0 and each
 * starts where the one before ends. A block whose source, place and meaning did not change is the same object.
 */
export interface AnswerBlock {
  /** UTF-16 units in the content. */
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly BlockNode[];
  readonly placements: readonly Placement[];
  /** Present when the block is the definition of a footnote: its nodes are drawn at the end of the answer. */
  readonly footnote?: string;
}

/** A footnote that the text refers to or defines, in the order of numbers. */
export interface Footnote {
  readonly label: string;
  readonly number: number;
  readonly block: AnswerBlock;
}

/** What an answer's text means. Immutable; parts that did not change keep their identity. */
export interface AnswerTree {
  readonly blocks: readonly AnswerBlock[];
  readonly footnotes: readonly Footnote[];
  /** All places of all citations, in the order of the content. */
  readonly placements: readonly Placement[];
  /** Unusable markers and limits reached. */
  readonly findings: readonly Finding[];
}
