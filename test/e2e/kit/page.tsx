// The page of the kit's tests: an answer as a host would show it, with everything that opens.
import { createRoot } from 'react-dom/client';
import { MocaAnswer } from '../../../src/index.js';
import { COMPUTED_AT, NOW } from '../../../stories/fixtures.js';
import { ENTRIES, MIXED_ANSWER, MIXED_CITATIONS } from '../../../stories/register-fixtures.js';

const host = document.getElementById('root');
if (!host) throw new Error('The page has no root.');
createRoot(host).render(
  <MocaAnswer
    content={MIXED_ANSWER}
    citations={MIXED_CITATIONS}
    register={ENTRIES}
    computedAt={COMPUTED_AT}
    now={NOW}
    collapseSourcesAfter={3}
    copyButton
  />,
);
