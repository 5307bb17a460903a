'use client';

import { useContext } from 'react';
import type { Citation } from '../../client/answer.js';
import type { CitationStore } from '../../client/store.js';
import { AnswerScope } from '../answer/answer-scope.js';
import { titleOf } from '../citation.js';
import { useMoca } from '../provider/context.js';
import { PackageText } from '../text/package-text.js';
import { useCard } from './card-context.js';

/** A relation names a node with or without version, or a whole package with its version. */
function isNamed(target: string, { record }: Citation): boolean {
  const { package: pack, node } = record;
  return target === node.ref || target === node.id || target === `${pack.id}@${pack.version}`;
}

function findCited(
  target: string,
  here: readonly Citation[],
  store: CitationStore | undefined,
): Citation | undefined {
  const found = here.find((citation) => isNamed(target, citation));
  if (found || !store) return found;
  for (const id of store.ids()) {
    const elsewhere = store.get(id)?.citations.find((citation) => isNamed(target, citation));
    if (elsewhere) return elsewhere;
  }
}

/** The sources on the other side of a relation, as reported; a button for each that the conversation cites. */
export function RelationTargets({ targets }: { targets: readonly string[] }) {
  const { store } = useMoca();
  const scope = useContext(AnswerScope);
  const { onOpenCitation } = useCard();
  return targets.map((target, index) => {
    const cited = findCited(target, scope?.citations ?? [], store);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is the record's own and may repeat a name.
      <dd key={index}>
        {cited && onOpenCitation ? (
          <button type="button" className="moca-link-button" onClick={() => onOpenCitation(cited)}>
            <PackageText text={titleOf(cited.record)} lang={cited.record.node.locale} />
          </button>
        ) : null}
        <PackageText as="code" text={target} />
      </dd>
    );
  });
}
