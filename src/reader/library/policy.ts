import type { CitationRecord } from '../../schema/citation-record.js';

/** Which audience labels a host lets through; no set means no filtering (reader reference §12.2). */
export interface AudiencePolicy {
  readonly audiences?: ReadonlySet<string> | undefined;
  readonly allowUnlabelled: boolean;
}

/** The default retrieval policy (Reader contract §8): in force, not superseded, not deprecated. */
export function passesDefaultPolicy({ trust }: Pick<CitationRecord, 'trust'>): boolean {
  return trust.inForce && !trust.superseded && trust.status !== 'deprecated';
}

/** Whether the host's audience set lets a record through. Malformed labels never pass, whatever is allowed. */
export function passesAudience(
  record: Pick<CitationRecord, 'audience' | 'audienceInvalid'>,
  { audiences, allowUnlabelled }: AudiencePolicy,
): boolean {
  if (!audiences) return true;
  if (record.audienceInvalid) return false;
  if (record.audience === undefined) return allowUnlabelled;
  return record.audience !== '' && audiences.has(record.audience);
}
