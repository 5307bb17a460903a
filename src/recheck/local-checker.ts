import { type Conversation, parseConversation } from '../client/conversation.js';
import type { Fields } from '../client/message-log.js';
import { trustOf } from '../reader/attestation/trust.js';
import { loadTurtleParser } from '../reader/structure/turtle.js';
import type { PackageResult } from '../reader/types.js';
import type { Checker, OpenedConversation, Turn } from './checker.js';
import { type HeldPackage, type HostTrust, holdPackage, mergeCopies } from './held-package.js';
import { readOne } from './read-packages.js';
import { recheckConversation } from './recheck.js';

// A page replaces its conversation as it likes; the ones before the last few are not asked for again.
const KEPT_CONVERSATIONS = 4;

/** A checker on the thread that calls it. `sigstore` judges Sigstore bundles; without it they are unchecked. */
export function createLocalChecker({ sigstore }: Pick<HostTrust, 'sigstore'> = {}): Checker {
  const conversations = new Map<number, Conversation>();
  const packages = new Map<string, PackageResult>();
  const disposal = new AbortController();
  const stopping = (signal: AbortSignal | undefined) =>
    signal ? AbortSignal.any([signal, disposal.signal]) : disposal.signal;
  let opened = 0;

  return {
    async open(input) {
      const conversation = parseConversation(input instanceof Blob ? await input.text() : input);
      opened += 1;
      conversations.set(opened, conversation);
      const oldest = conversations.keys().next();
      if (conversations.size > KEPT_CONVERSATIONS && !oldest.done) conversations.delete(oldest.value);
      return describe(opened, conversation);
    },
    async close(conversation) {
      conversations.delete(conversation);
    },
    async read(packed, { signal, onProgress } = {}) {
      onProgress?.({ phase: 'packages', done: 0, total: 1, name: packed.name });
      const outcome = await readOne(packed, {
        trustRoot: undefined,
        now: Date.now(),
        sigstore,
        signal: stopping(signal),
      });
      if (!('held' in outcome)) return { ok: false, problem: outcome.problem };
      const { held } = outcome;
      packages.set(held.digest, withCopy(packages.get(held.digest), held));
      const { manifest, valid, nodes } = held.result;
      return {
        ok: true,
        package: {
          digest: held.digest,
          id: held.id,
          version: held.version,
          ...(typeof manifest?.title === 'string' ? { title: manifest.title } : {}),
          valid,
          nodes: nodes.length,
        },
      };
    },
    async signers(digests, { trustRoot, now }) {
      const trust = { trustRoot: trustOf(trustRoot, now)?.root, sigstore, signal: disposal.signal };
      const found = new Map<string, readonly string[]>();
      for (const digest of digests) {
        const result = packages.get(digest);
        const inForce = result && (await holdPackage(result, trust)?.trustAt(now));
        if (inForce) found.set(digest, inForce.signers);
      }
      return found;
    },
    async forget(digest) {
      packages.delete(digest);
    },
    async check({ conversation: id, digests, trustRoot, now }, { signal, onProgress } = {}) {
      const conversation = conversations.get(id);
      if (!conversation) throw new TypeError('The conversation is not open.');
      return recheckConversation(conversation, {
        packages: digests.flatMap((digest) => packages.get(digest) ?? []),
        trustRoot,
        sigstore,
        now,
        signal: stopping(signal),
        onProgress,
      });
    },
    async prepare() {
      await loadTurtleParser();
      return 'page';
    },
    dispose() {
      disposal.abort(new DOMException('The checker was disposed of.', 'AbortError'));
      conversations.clear();
      packages.clear();
    },
  };
}

/** A package with the attestations of a copy of it that was read before, as `recheckConversation` takes the two. */
function withCopy(known: PackageResult | undefined, held: HeldPackage): PackageResult {
  const trust = { trustRoot: undefined };
  const before = known && holdPackage(known, trust);
  return before ? mergeCopies(before, held, trust).result : held.result;
}

function describe(id: number, conversation: Conversation): OpenedConversation {
  const { form, savedAt, findings, error } = conversation;
  return {
    id,
    form,
    ...(savedAt === undefined ? {} : { savedAt }),
    turns: turnsOf(conversation),
    findings,
    ...(error ? { error } : {}),
  };
}

/** Questions and answers in the order of the messages; tool calls and the rest are not drawn. */
function turnsOf({ messages, answers }: Conversation): Turn[] {
  const byId = new Map(answers.map((answer) => [answer.messageId, answer]));
  return messages.flatMap((message): Turn[] => {
    const id = String(message.id);
    const answer = byId.get(id);
    if (answer) return [{ kind: 'answer', answer }];
    return message.role === 'user' ? [{ kind: 'question', id, text: textOf(message) }] : [];
  });
}

/** The text of a message whose content may be a list of parts. */
function textOf({ content }: Fields): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])).join('\n');
}
