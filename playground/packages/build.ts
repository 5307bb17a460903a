// npm run packages: makes built/*.moca and built/trust-root.json from src/. The same input gives the same
// bytes on every machine: Ed25519 signatures have no randomness, and the Zip's dates and order are fixed.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Zippable, zipSync } from 'fflate';
import { type KeyName, type Recipe, type Review, recipes, trusted } from './recipes.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Where the built packages are checked in. */
export const BUILT = join(HERE, 'built');

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

type Files = Map<string, Uint8Array>;

function keyId(name: KeyName): string {
  return `INSECURE-wrenfield-${name}-2026`;
}

function privateKey(name: KeyName): KeyObject {
  return createPrivateKey(readFileSync(join(HERE, 'keys', `INSECURE-${name}.private.pem`)));
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readFolder(name: string): Files {
  const root = join(HERE, 'src', name);
  const files: Files = new Map();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(relative(root, file).split(sep).join('/').normalize('NFC'), new Uint8Array(readFileSync(file)));
  }
  return files;
}

const byUtf8 = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** `moca-digest-v2`, written here apart from the Reader's, so that each checks the other. */
function digest(files: Files): string {
  const lines = [...files.keys()].sort(byUtf8).map((path) => {
    const escaped = path.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    return `${sha256(files.get(path) ?? '')}  ${escaped}\n`;
  });
  return sha256(lines.join(''));
}

function envelope(statement: unknown, key: KeyName): Uint8Array {
  const payload = Buffer.from(JSON.stringify(statement));
  const preAuthentication = Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);
  const signature = sign(null, preAuthentication, privateKey(key));
  const content = {
    payload: payload.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyId(key), sig: signature.toString('base64') }],
  };
  return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
}

function statement(role: 'package' | 'review', subject: { name: string; sha256: string }, predicate: object) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: subject.name, digest: { sha256: subject.sha256 } }],
    predicateType: `https://w3id.org/moca/attestation/${role}/v1`,
    predicate,
  };
}

function reviewedBytes(files: Files, review: Review): Uint8Array {
  const bytes = files.get(review.file);
  if (!bytes) throw new Error(`${review.file} is reviewed but not there.`);
  if (!review.edit) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  const earlier = text.replace(review.edit.today, review.edit.earlier);
  if (earlier === text) throw new Error(`${review.file} does not contain "${review.edit.today}".`);
  return Buffer.from(earlier);
}

interface Built {
  id: string;
  version: string;
  digest: string;
  archive: Uint8Array;
}

function buildPackage(recipe: Recipe, earlier: ReadonlyMap<string, Built>): Built {
  const files = readFolder(recipe.name);
  const manifest: { id: string; version: string; members?: object[] } = JSON.parse(
    Buffer.from(files.get('moca.json') ?? []).toString('utf8'),
  );
  if (recipe.members) {
    manifest.members = recipe.members.map((name) => {
      const member = earlier.get(name);
      if (!member) throw new Error(`${recipe.name} lists ${name}, which is not built before it.`);
      return { id: member.id, version: member.version, digest: `sha256:${member.digest}` };
    });
    files.set('moca.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  }
  const { id, version } = manifest;
  const packageDigest = digest(files);
  const attestations: Files = new Map();
  if (recipe.publisher) {
    const subject = { name: `${id}@${version}`, sha256: packageDigest };
    attestations.set(
      'attestations/package.dsse.json',
      envelope(statement('package', subject, {}), recipe.publisher),
    );
  }
  for (const [index, review] of (recipe.reviews ?? []).entries()) {
    const subject = { name: review.file, sha256: sha256(reviewedBytes(files, review)) };
    const { reviewer, at: reviewedAt, outcome, scope } = review;
    const predicate = { package: id, reviewer, reviewedAt, outcome, scope };
    attestations.set(
      `attestations/reviews/${index + 1}.dsse.json`,
      envelope(statement('review', subject, predicate), review.by),
    );
  }
  return { id, version, digest: packageDigest, archive: zip(new Map([...files, ...attestations])) };
}

function zip(files: Files): Uint8Array {
  const tree: Zippable = {};
  for (const path of [...files.keys()].sort(byUtf8)) tree[path] = files.get(path) ?? new Uint8Array();
  // A Zip date has no time zone: a date made of local parts is written as those parts everywhere.
  return zipSync(tree, { level: 9, mtime: new Date(2026, 10, 30) });
}

function trustRoot() {
  return {
    keys: (Object.keys(trusted) as KeyName[]).map((name) => ({
      keyid: keyId(name),
      publicKey: createPublicKey(privateKey(name)).export({ type: 'spki', format: 'pem' }),
      expires: '2046-01-01T00:00:00Z',
      ...trusted[name],
    })),
  };
}

/** Every file of `built/`, by name. */
export function buildAll(): Map<string, Uint8Array> {
  const built = new Map<string, Built>();
  for (const recipe of recipes) built.set(recipe.name, buildPackage(recipe, built));
  const output = new Map<string, Uint8Array>();
  for (const [name, { archive }] of built) output.set(`${name}.moca`, archive);
  output.set('trust-root.json', Buffer.from(`${JSON.stringify(trustRoot(), null, 2)}\n`));
  return output;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  rmSync(BUILT, { recursive: true, force: true });
  mkdirSync(BUILT, { recursive: true });
  for (const [name, bytes] of buildAll()) {
    writeFileSync(join(BUILT, name), bytes);
    console.log(`${name}  ${bytes.length} bytes  sha256:${sha256(bytes)}`);
  }
}
