import { compareCodePoints } from '../reader/package/paths.js';
import {
  type CheckedCitation,
  type RecheckReport,
  type ReportProblem,
  VERDICTS,
} from '../schema/recheck-report.js';
import type { TrustRoot } from '../schema/trust-root.js';
import type { HeldPackage } from './held-package.js';
import { trustRootDigest } from './trust-root-digest.js';
import type { View } from './views.js';

/** The Reader whose word the report is. Its version is the package's; a test holds the two together. */
export const READER = { name: 'moca-react', version: '0.1.0', contract: '0.6.0' } as const;

interface ReportInput {
  /** Milliseconds. */
  now: number;
  trustRoot: TrustRoot | undefined;
  held: readonly HeldPackage[];
  /** As of now. */
  present: View;
  problems: readonly ReportProblem[];
  citations: CheckedCitation[];
  /** Citations compared with each package, by digest. */
  used: ReadonlyMap<string, number>;
}

type Name = { id: string; version: string; digest: string };

/** An order that does not depend on how the packages were given: by id, version and digest. */
export function byName(a: Name, b: Name): number {
  return (
    compareCodePoints(a.id, b.id) ||
    compareCodePoints(a.version, b.version) ||
    compareCodePoints(a.digest, b.digest)
  );
}

export function writeReport({
  now,
  trustRoot,
  held,
  present,
  problems,
  citations,
  used,
}: ReportInput): RecheckReport {
  const verdicts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as RecheckReport['counts'];
  const missing = new Map<string, Name & { citations: number }>();
  for (const { verdict, package: cited } of citations) {
    verdicts[verdict] += 1;
    if (!cited || (verdict !== 'package-missing' && verdict !== 'digest-mismatch')) continue;
    const name = JSON.stringify([cited.id, cited.version, cited.digest]);
    const known = missing.get(name);
    missing.set(name, { ...cited, citations: (known?.citations ?? 0) + 1 });
  }
  return {
    version: 1,
    reader: { ...READER },
    now: new Date(now).toISOString(),
    ...(trustRoot ? { trustRoot: { digest: trustRootDigest(trustRoot) } } : {}),
    counts: { ...verdicts, total: citations.length },
    packages: held.map((item) => ({
      digest: item.digest,
      id: item.id,
      version: item.version,
      ...(typeof item.result.manifest?.title === 'string' ? { title: item.result.manifest.title } : {}),
      signers: [...present.signers(item)],
      valid: item.result.valid,
      diagnostics: [...present.codes(item)],
      citations: used.get(item.digest) ?? 0,
    })),
    missing: [...missing.values()].sort(byName),
    problems: [...problems].sort(
      (a, b) => compareCodePoints(a.source ?? '', b.source ?? '') || compareCodePoints(a.message, b.message),
    ),
    citations,
  };
}
