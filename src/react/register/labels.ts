import type { ENTRY_KINDS } from '../../schema/register.js';

type KnownKind = (typeof ENTRY_KINDS)[number];

/** The words for evidence that is no package node. */
export interface RegisterLabels {
  readonly kind: Readonly<Record<KnownKind, string>>;
  /** Stands for the name of a kind that the kit does not know. */
  readonly otherKind: string;
  /** `{marker}`, `{title}`, `{kind}`. */
  readonly pill: string;
  /** Heading of the list where nothing says which part of the answer rests on what. */
  readonly lookedAt: string;
  readonly retrievalOnly: string;
  readonly none: string;
  readonly used: string;
  readonly notUsed: string;
  /** `{start}`, `{end}`. */
  readonly pages: string;
  readonly memory: string;
  readonly noRecord: string;
  readonly toolArguments: string;
  readonly toolResult: string;
  readonly path: string;
  readonly address: string;
}

export const REGISTER_ENGLISH: RegisterLabels = {
  kind: {
    document: 'Document',
    web: 'Web page',
    memory: 'Memory',
    wiki: 'Wiki page',
    tool: 'Tool result',
    preview: 'Preview',
    file: 'File',
  },
  otherKind: 'Source',
  pill: '{marker}, {title}, {kind}',
  lookedAt: 'What was looked at',
  retrievalOnly: 'Nothing says which part of the answer rests on which of these.',
  none: 'Nothing was looked at for this answer.',
  used: 'Used in the answer',
  notUsed: 'Looked at, not used',
  pages: 'Pages {start} to {end}',
  memory: 'You told me this.',
  noRecord: 'Without a citation record: nothing says that this was signed or reviewed.',
  toolArguments: 'Called with',
  toolResult: 'Result',
  path: 'File',
  address: 'Address',
};

export const REGISTER_GERMAN: RegisterLabels = {
  kind: {
    document: 'Dokument',
    web: 'Webseite',
    memory: 'Erinnerung',
    wiki: 'Wikiseite',
    tool: 'Werkzeugergebnis',
    preview: 'Vorschau',
    file: 'Datei',
  },
  otherKind: 'Quelle',
  pill: '{marker}, {title}, {kind}',
  lookedAt: 'Was angesehen wurde',
  retrievalOnly: 'Nichts sagt, welcher Teil der Antwort worauf beruht.',
  none: 'Für diese Antwort wurde nichts angesehen.',
  used: 'In der Antwort verwendet',
  notUsed: 'Angesehen, nicht verwendet',
  pages: 'Seiten {start} bis {end}',
  memory: 'Das haben Sie mir gesagt.',
  noRecord: 'Ohne Quellenangabe aus einem Paket: nichts sagt, dass dies signiert oder geprüft wurde.',
  toolArguments: 'Aufgerufen mit',
  toolResult: 'Ergebnis',
  path: 'Datei',
  address: 'Adresse',
};
