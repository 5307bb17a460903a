import type { RegisterLabels } from '../register/labels.js';
import type { CheckVerdict, TrustState, WarningVerdict } from '../trust/trust-states.js';

/** A text that depends on a number; `{count}` stands for it. Chosen by `Intl.PluralRules`. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

/**
 * Every string the kit shows or speaks. Names in braces are filled in; each text lists the names it knows.
 * All values are plain data, so labels can be sent from a server or kept as JSON.
 */
export interface Labels {
  /** BCP 47 tag of the language of these texts; dates and numbers follow it unless the host sets a locale. */
  readonly locale: string;
  /** The word on a badge. `{who}` is the first person named, already isolated. */
  readonly trust: Readonly<Record<TrustState, string>>;
  /** One sentence on what a badge means, shown in the card and as the badge's tooltip. */
  readonly trustMeaning: Readonly<Record<TrustState, string>>;
  /** What a re-check on this device found, one text a verdict. */
  readonly verdict: Readonly<Record<CheckVerdict, string>>;
  /** The same in a word or two, for those verdicts that warn and have no badge. */
  readonly verdictWarning: Readonly<Record<WarningVerdict, string>>;
  readonly badges: {
    readonly group: string;
    /** `{who}` is the first name, `{count}` how many more. */
    readonly andMore: string;
    /** Stands for the name where a record gives none. */
    readonly someone: string;
  };
  readonly pill: {
    /** `{marker}`, `{title}`, `{package}`. */
    readonly name: string;
    /** As `name`, with `{warning}`. */
    readonly nameWithWarning: string;
    /** `{markers}`, `{count}`. */
    readonly folded: Plural;
    /** As `folded`, with `{warning}`, the gravest of them. */
    readonly foldedWithWarning: Plural;
    readonly listTitle: string;
  };
  readonly card: {
    readonly close: string;
    readonly back: string;
    readonly untitled: string;
    readonly passage: string;
    readonly passageBytes: string;
    readonly showAll: string;
    readonly showLess: string;
    readonly evidence: string;
    readonly quoteFound: string;
    readonly quoteNotFound: string;
    readonly quoteUnchecked: string;
    /** `{page}`. */
    readonly page: string;
    /** `{start}`, `{end}`. */
    readonly timeRange: string;
    /** `{start}`. */
    readonly timeFrom: string;
    readonly trust: string;
    readonly warnings: string;
    readonly declared: string;
    readonly declaredNote: string;
    /** `{who}`. */
    readonly declaredVerified: string;
    /** `{who}`. */
    readonly declaredGenerated: string;
    /** `{who}`. */
    readonly reportedSigned: string;
    /** Stands for `{who}` where the service names no signer. */
    readonly signerUnnamed: string;
    readonly reportedUnsigned: string;
    readonly reportedReviewsNone: string;
    /** `{who}`, `{outcome}`. */
    readonly reportedReview: string;
    /** `{signer}`. */
    readonly reviewSigner: string;
    readonly reviewPackageUnsigned: string;
    readonly checkedNone: string;
    /** `{states}`. */
    readonly nowAlso: string;
    /** `{states}`. */
    readonly nowNoMore: string;
    readonly validity: string;
    readonly validFrom: string;
    readonly validUntil: string;
    readonly staleAfter: string;
    readonly relations: string;
    readonly supersededBy: string;
    readonly contestedBy: string;
    readonly source: string;
    readonly package: string;
    readonly audience: string;
    readonly audienceInvalid: string;
    readonly language: string;
    readonly reference: string;
    readonly packageDigest: string;
    readonly nodeDigest: string;
    /** `{what}`. */
    readonly copy: string;
    readonly copied: string;
    readonly copyFailed: string;
    /** Leads from the card to its source in the list below the answer. */
    readonly toList: string;
    /** Where the card's own code did not arrive: what is shown instead, and the button that asks for it again. */
    readonly notLoaded: string;
    readonly retry: string;
    readonly invalid: string;
  };
  readonly time: {
    /** `{time}`. */
    readonly reported: string;
    readonly reportedUnknown: string;
    /** `{time}`. */
    readonly checked: string;
    /** `{time}`. */
    readonly now: string;
  };
  readonly sources: {
    readonly title: string;
    readonly notPlaced: string;
    readonly streaming: string;
    readonly noSources: string;
    readonly noEvent: string;
    readonly failed: string;
    readonly omitted: Plural;
    readonly omittedHint: string;
    readonly showMore: Plural;
    readonly showFewer: string;
    /** `{marker}`, `{title}`. */
    readonly backToText: string;
  };
  readonly answer: {
    /** Announced once, when the citations of an answer arrive. */
    readonly citationsArrived: Plural;
    /** As above, where some sources carry a warning: `{count}`, `{warnings}`. */
    readonly citationsArrivedWithWarnings: Plural;
    readonly failed: string;
  };
  readonly register: RegisterLabels;
  readonly content: {
    readonly footnotes: string;
    /** `{number}`. */
    readonly footnote: string;
    readonly table: string;
    readonly taskDone: string;
    readonly taskOpen: string;
  };
  readonly copy: {
    readonly menu: string;
    readonly plain: string;
    readonly references: string;
    readonly markdown: string;
    readonly html: string;
    readonly done: string;
    readonly failed: string;
    readonly sourcesHeading: string;
  };
}
