import type { CitationRecord } from '../../schema/citation-record.js';
import {
  type CheckedCitation,
  type RecheckReport,
  VERDICTS,
  type Verdict,
} from '../../schema/recheck-report.js';
import type { CitationChecks } from '../provider/context.js';

interface ChecksOptions {
  /** Only the citations of this answer; all of the conversation when left out. */
  readonly messageId?: string | undefined;
  /** The saved record of an entry, so that its confirmation counts for no other record of its key. */
  readonly recordOf?: ((entry: CheckedCitation) => CitationRecord | undefined) | undefined;
}

/**
 * What a report says of each citation, by citation key, for the provider or for one answer. A key that occurs
 * more than once gets its gravest verdict: a forged copy may carry the key of an honest record.
 */
export function checksOf(report: RecheckReport, { messageId, recordOf }: ChecksOptions = {}): CitationChecks {
  const checks: Record<string, { verdict: Verdict; checkedAt: string; records?: CitationRecord[] }> = {};
  for (const entry of report.citations) {
    if (entry.key === undefined || (messageId !== undefined && entry.messageId !== messageId)) continue;
    const { key, verdict } = entry;
    let check = checks[key];
    if (!check || graveness(verdict) < graveness(check.verdict)) {
      check = { verdict, checkedAt: report.now };
      checks[key] = check;
    }
    if (!recordOf || check.verdict !== 'confirmed') continue;
    check.records ??= [];
    const record = recordOf(entry);
    if (record) check.records.push(record);
  }
  return checks;
}

const graveness = (verdict: Verdict) => VERDICTS.indexOf(verdict);
