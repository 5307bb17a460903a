import type { CheckedCitation, DifferenceKind, Verdict } from '../../schema/recheck-report.js';
import type { Plural } from '../labels/labels.js';

/** Every string of the re-check panel. Names in braces are filled in. */
export interface RecheckLabels {
  readonly title: string;
  readonly states: Readonly<Record<'waiting' | 'reading' | 'checking' | 'failed', string>>;
  /** `{done}`, `{total}`. */
  readonly readingPackage: string;
  /** `{done}`, `{total}`. */
  readonly checkingCitation: string;
  /** `{time}`. */
  readonly checkedAt: string;
  /** Above a report whose trust root, clock or packages are no longer those given. */
  readonly earlier: string;
  readonly noCitations: string;
  readonly citations: Plural;
  readonly filter: string;
  readonly all: string;
  /** The word of a verdict, for badges and filters. */
  readonly verdict: Readonly<Record<Verdict, string>>;
  readonly reportedRightly: Readonly<Record<CheckedCitation['reportedRightly'], string>>;
  readonly kind: Readonly<Record<DifferenceKind, string>>;
  readonly field: string;
  readonly saved: string;
  readonly asOf: string;
  readonly now: string;
  readonly why: string;
  readonly absent: string;
  readonly same: string;
  readonly allFields: string;
  readonly message: string;
  readonly reference: string;
  readonly package: string;
  readonly digest: string;
  readonly textNotCompared: string;
  readonly quotationFound: string;
  readonly quotationNotFound: string;
  readonly quotationsNote: string;
  readonly showMore: Plural;
  readonly details: string;
  readonly packages: string;
  /** `{who}`. */
  readonly signedBy: string;
  readonly unsigned: string;
  readonly invalidPackage: string;
  readonly missing: string;
  readonly missingHint: string;
  readonly problems: string;
  readonly noTrustRoot: string;
  readonly trustRoot: string;
}

export const recheckEnglish: RecheckLabels = {
  title: 'Re-check on this device',
  states: {
    waiting: 'Nothing to check yet',
    reading: 'Reading packages',
    checking: 'Checking citations',
    failed: 'The check failed',
  },
  readingPackage: 'Reading package {done} of {total}',
  checkingCitation: 'Checked {done} of {total} citations',
  checkedAt: 'Checked on this device as of {time}',
  earlier: 'This is the earlier check. It is being made again, so nothing below is claimed for now.',
  noCitations: 'The conversation cites nothing, so there is nothing to check.',
  citations: { one: '{count} citation', other: '{count} citations' },
  filter: 'Show by verdict',
  all: 'All',
  verdict: {
    'invalid-record': 'Malformed record',
    'digest-mismatch': 'Other package bytes',
    misreported: 'Misreported',
    'node-missing': 'Not in the package',
    'package-missing': 'Package missing',
    changed: 'Changed since',
    confirmed: 'Confirmed',
  },
  reportedRightly: {
    yes: 'The service reported rightly at the time.',
    no: 'The service did not report what the package says.',
    'cannot-tell':
      'Whether the service reported rightly cannot be told here: its own trust root or its other packages may explain the difference.',
    'unknown-when':
      'The service gives no time that this could have been computed at, so what was true then is unknown.',
    'not-checked': 'Nothing could be compared.',
  },
  kind: {
    unexplained: 'Nothing explains it',
    'trust-root': 'The trust root may explain it',
    relation: 'A relation among packages explains it',
    time: 'Time explains it',
  },
  field: 'Field',
  saved: 'Saved',
  asOf: 'Here, at the time of the report',
  now: 'Here, now',
  why: 'Why',
  absent: 'absent',
  same: 'the same',
  allFields: 'All fields, saved and here',
  message: 'Message',
  reference: 'Reference',
  package: 'Package',
  digest: 'Digest',
  textNotCompared: 'The saved record has no text, so no text was compared.',
  quotationFound: 'The answer quotes this, and the cited node contains it',
  quotationNotFound: 'The answer quotes this, and the cited node does not contain it',
  quotationsNote: 'Quotations are looked up as information; they do not change the verdict.',
  showMore: { one: 'Show {count} more', other: 'Show {count} more' },
  details: 'Details',
  packages: 'Packages read',
  signedBy: 'Signature of {who} confirmed',
  unsigned: 'No signature confirmed',
  invalidPackage: 'Breaks rules of the format',
  missing: 'Packages that are missing',
  missingHint:
    'Add the file or folder with exactly this digest. Ask the service, or the publisher named in the identifier, for it.',
  problems: 'What could not be used',
  noTrustRoot: 'No trust root was given, so no signature and no review was checked.',
  trustRoot: 'Trust root',
};

export const recheckGerman: RecheckLabels = {
  title: 'Prüfung auf diesem Gerät',
  states: {
    waiting: 'Noch nichts zu prüfen',
    reading: 'Pakete werden gelesen',
    checking: 'Quellen werden geprüft',
    failed: 'Die Prüfung ist fehlgeschlagen',
  },
  readingPackage: 'Paket {done} von {total} wird gelesen',
  checkingCitation: '{done} von {total} Quellenangaben geprüft',
  checkedAt: 'Auf diesem Gerät geprüft, Stand {time}',
  earlier: 'Dies ist die frühere Prüfung. Sie wird wiederholt; bis dahin gilt nichts davon als geprüft.',
  noCitations: 'Das Gespräch nennt keine Quellen, es gibt also nichts zu prüfen.',
  citations: { one: '{count} Quellenangabe', other: '{count} Quellenangaben' },
  filter: 'Nach Ergebnis zeigen',
  all: 'Alle',
  verdict: {
    'invalid-record': 'Angabe fehlerhaft',
    'digest-mismatch': 'Andere Paketbytes',
    misreported: 'Falsch gemeldet',
    'node-missing': 'Nicht im Paket',
    'package-missing': 'Paket fehlt',
    changed: 'Seitdem geändert',
    confirmed: 'Bestätigt',
  },
  reportedRightly: {
    yes: 'Der Dienst hat zu seiner Zeit richtig gemeldet.',
    no: 'Der Dienst hat nicht gemeldet, was im Paket steht.',
    'cannot-tell':
      'Ob der Dienst richtig gemeldet hat, lässt sich hier nicht sagen: Seine eigene Vertrauensliste oder seine anderen Pakete können den Unterschied erklären.',
    'unknown-when':
      'Der Dienst nennt keine Zeit, zu der das berechnet sein kann; was damals galt, ist unbekannt.',
    'not-checked': 'Es konnte nichts verglichen werden.',
  },
  kind: {
    unexplained: 'Nichts erklärt es',
    'trust-root': 'Die Vertrauensliste kann es erklären',
    relation: 'Eine Beziehung zwischen Paketen erklärt es',
    time: 'Die Zeit erklärt es',
  },
  field: 'Feld',
  saved: 'Gespeichert',
  asOf: 'Hier, zur Zeit der Meldung',
  now: 'Hier, jetzt',
  why: 'Grund',
  absent: 'fehlt',
  same: 'gleich',
  allFields: 'Alle Felder, gespeichert und hier',
  message: 'Nachricht',
  reference: 'Verweis',
  package: 'Paket',
  digest: 'Prüfsumme',
  textNotCompared: 'Die gespeicherte Angabe enthält keinen Text; verglichen wurde keiner.',
  quotationFound: 'Die Antwort zitiert das, und die Quelle enthält es',
  quotationNotFound: 'Die Antwort zitiert das, und die Quelle enthält es nicht',
  quotationsNote: 'Zitate werden zur Auskunft nachgesehen; das Ergebnis ändern sie nicht.',
  showMore: { one: '{count} weitere zeigen', other: '{count} weitere zeigen' },
  details: 'Einzelheiten',
  packages: 'Gelesene Pakete',
  signedBy: 'Unterschrift von {who} bestätigt',
  unsigned: 'Keine Unterschrift bestätigt',
  invalidPackage: 'Verletzt Regeln des Formats',
  missing: 'Fehlende Pakete',
  missingHint:
    'Fügen Sie die Datei oder den Ordner mit genau dieser Prüfsumme hinzu. Fragen Sie den Dienst oder den Herausgeber, den die Kennung nennt.',
  problems: 'Was nicht zu gebrauchen war',
  noTrustRoot:
    'Es wurde keine Vertrauensliste angegeben; Unterschriften und Prüfvermerke wurden nicht geprüft.',
  trustRoot: 'Vertrauensliste',
};
