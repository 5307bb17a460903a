const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const DCTERMS = 'http://purl.org/dc/terms/';
const OWL = 'http://www.w3.org/2002/07/owl#';

/** The IRIs that structure files give a meaning (reader reference §10.1); all others are ignored. */
export const vocabulary = {
  type: `${RDF}type`,
  first: `${RDF}first`,
  rest: `${RDF}rest`,
  concept: `${SKOS}Concept`,
  orderedCollection: `${SKOS}OrderedCollection`,
  prefLabel: `${SKOS}prefLabel`,
  definition: `${SKOS}definition`,
  broader: `${SKOS}broader`,
  narrower: `${SKOS}narrower`,
  related: `${SKOS}related`,
  memberList: `${SKOS}memberList`,
  hasPart: `${DCTERMS}hasPart`,
  isPartOf: `${DCTERMS}isPartOf`,
  requires: `${DCTERMS}requires`,
  isRequiredBy: `${DCTERMS}isRequiredBy`,
  replaces: `${DCTERMS}replaces`,
  isReplacedBy: `${DCTERMS}isReplacedBy`,
  deprecated: `${OWL}deprecated`,
  imports: `${OWL}imports`,
} as const;

export const ABSOLUTE_IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/;

/** Whether `value` is text of the form that the format calls an absolute IRI. */
export function isAbsoluteIri(value: unknown): value is string {
  return typeof value === 'string' && ABSOLUTE_IRI.test(value);
}
