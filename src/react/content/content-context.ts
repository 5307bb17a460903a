import {
  type ComponentPropsWithoutRef,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
} from 'react';

/** Elements that a host may draw with components of its own. */
export type ElementName =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'em'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul';

/** Each gets the attributes that its element would get, and its children. */
export type ElementComponents = {
  readonly [Name in ElementName]?: ComponentType<ComponentPropsWithoutRef<Name>>;
};

export interface ContentLabels {
  /** Name of the list of footnotes. */
  readonly footnotes: string;
  /** Name of the button that leads to a footnote. */
  readonly footnote: (number: number) => string;
  readonly table: string;
  readonly taskDone: string;
  readonly taskOpen: string;
}

export const ENGLISH: ContentLabels = {
  footnotes: 'Footnotes',
  footnote: (number) => `Footnote ${number}`,
  table: 'Table',
  taskDone: 'Done',
  taskOpen: 'Not done',
};

/** What `renderCitation` gets: one marker. Markers that touch are called one after the other. */
export interface CitationDrawing {
  /** Indexes of the citations that the marker names. */
  readonly citations: readonly number[];
  /** The answer's own text. */
  readonly text: string;
  /** UTF-16 units in the content; the same marker keeps it while the text grows. */
  readonly start: number;
  readonly key: string;
}

export interface ContentSettings {
  readonly components: ElementComponents;
  readonly labels: ContentLabels;
  readonly renderCitation: (drawing: CitationDrawing) => ReactNode;
  /** Begins every id, so that nothing in a text can name an element of the page. */
  readonly prefix: string;
}

export const ContentContext = createContext<ContentSettings>({
  components: {},
  labels: ENGLISH,
  renderCitation: ({ text }) => text,
  prefix: 'moca',
});

export const useContentSettings = (): ContentSettings => useContext(ContentContext);
