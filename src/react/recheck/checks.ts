import { type CheckedCitation, type RecheckReport, VERDICTS } from '../../schema/recheck-report.js';
import type { CitationChecks } from '../provider/context.js';
import type { CitationCheck } from '../trust/trust-states.js';

/**
 * What a report says of each citation, by citation key, for the provider or for one answer. A key that occurs
 * more than once gets its gravest verdict: a forged copy may carry the key of an honest record.
 *
 * @param messageId only the citations of this answer; all of the conversation when left out
 */
export function checksOf(report: RecheckReport, messageId?: string): CitationChecks {
  const checks: Record<string, CitationCheck> = {};
  for (const entry of report.citations) {
    if (entry.key === undefined || (messageId !== undefined && entry.messageId !== messageId)) continue;
    const known = checks[entry.key];
    if (known && graveness(known) <= graveness(entry)) continue;
    checks[entry.key] = { verdict: entry.verdict, checkedAt: report.now };
  }
  return checks;
}

function graveness({ verdict }: Pick<CheckedCitation, 'verdict'>): number {
  return VERDICTS.indexOf(verdict);
}
