import type { BoundSidecar } from '../sidecar/bind-sidecar.js';
import type { Manifest, ManifestRelation, PackageNode, PackageResult } from '../types.js';

/** A valid package in a library, indexed for look-ups. */
export interface LoadedPackage {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  readonly manifest: Manifest;
  readonly relations: readonly ManifestRelation[];
  readonly relationScopes: readonly string[];
  readonly signers: readonly string[];
  readonly result: PackageResult;
  readonly nodesById: ReadonlyMap<string, PackageNode>;
  /** Usable and bound to this very package. */
  readonly sidecar: BoundSidecar | undefined;
}

/** A read package as a library holds it; undefined when it is invalid or has no digest. */
export function toLoadedPackage(
  result: PackageResult,
  sidecar: BoundSidecar | undefined,
): LoadedPackage | undefined {
  const { manifest, digest } = result;
  if (!result.valid || !manifest || !digest) return undefined;
  return {
    id: manifest.id,
    version: manifest.version,
    digest,
    manifest,
    relations: manifest.relations ?? [],
    relationScopes: result.relationScopes,
    signers: result.signers,
    result,
    nodesById: new Map(result.nodes.map((node) => [node.id, node])),
    sidecar: sidecar?.usable && sidecar.index?.target.digest === digest ? sidecar : undefined,
  };
}
