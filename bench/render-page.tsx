// The page of the renderer's benchmark: four renderers that draw the same answers.
import { type ReactNode, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { MocaAnswer } from '../src/react/answer/moca-answer.js';
import { AnswerContent, type CitationDrawing } from '../src/react/content/index.js';

export type RendererName = 'ours' | 'streamdown' | 'react-markdown' | 'pre';

export type ThreadKind = 'text' | 'moca';

export interface StreamTimes {
  /** Milliseconds of each piece, from handing it over until React is idle. */
  pieces: number[];
  text: string;
}

export interface RenderBench {
  /** Draws `content` in pieces of five characters. */
  stream(name: RendererName, content: string): Promise<StreamTimes>;
  /** Draws a finished answer once. */
  whole(name: RendererName, content: string): Promise<StreamTimes>;
  /** Feeds by timer, ten milliseconds a piece, and counts tasks over 50 ms and gaps between frames over 34 ms. */
  paced(name: RendererName, content: string): Promise<{ longTasks: number; gaps: number }>;
  /** Draws a thread of `before` answers, whole (`moca`) or their text only. */
  startThread(kind: ThreadKind, before: number, content: string): Promise<void>;
  /** Adds one more answer to it: milliseconds in React, until its elements are in the page and its effects have run. */
  addToThread(): Promise<number>;
  endThread(): void;
}

declare global {
  interface Window {
    renderBench: RenderBench;
    gc?: () => void;
  }
}

const MARKS = Array.from({ length: 40 }, (_, index) => ({ marker: `[${index + 1}]` }));
const CITATIONS = MARKS.map(({ marker }, index) => ({ marker, record: recordOf(index) }));
const drawPill = ({ text }: CitationDrawing): ReactNode => <button type="button">{text}</button>;

const RENDERERS: Record<RendererName, (props: { content: string; streaming: boolean }) => ReactNode> = {
  ours: ({ content, streaming }) => (
    <AnswerContent content={content} marks={MARKS} streaming={streaming} renderCitation={drawPill} />
  ),
  // As its README has it; what it animates, highlights or adds as buttons is off.
  streamdown: ({ content, streaming }) => (
    <Streamdown controls={false} isAnimating={false} mode={streaming ? 'streaming' : 'static'}>
      {content}
    </Streamdown>
  ),
  'react-markdown': ({ content }) => <Markdown remarkPlugins={[remarkGfm]}>{content}</Markdown>,
  pre: ({ content }) => <pre>{content}</pre>,
};

function recordOf(index: number) {
  const digest = `sha256:${'0'.repeat(64)}`;
  const id = 'https://example.com/policies';
  const path = `policy-${index}.md`;
  return {
    package: { id, version: '1.0.0', digest, signed: true, signers: ['Policies'] },
    node: { id: `${id}#${path}`, ref: `${id}@1.0.0#${path}`, path, type: 'policy', title: `Policy ${index}` },
    trust: {
      status: 'stable',
      declaredVerified: [{ by: 'An editor', at: '2026-01-01' }],
      attestedReviews: [],
      reviewStatus: 'none',
      validUntil: '2099-01-01',
      stale: false,
      inForce: true,
      superseded: false,
      contested: false,
    },
  };
}

const PIECE = 5;

// Work that a renderer puts off runs in tasks; after two of them React has none left.
function idle(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let left = 2;
    port1.onmessage = () => {
      left -= 1;
      if (left > 0) port2.postMessage(null);
      else {
        port1.close();
        resolve();
      }
    };
    port2.postMessage(null);
  });
}

function mount(): { container: HTMLElement; root: Root; unmount: () => void } {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  window.gc?.();
  return {
    container,
    root,
    unmount() {
      root.unmount();
      container.remove();
    },
  };
}

async function draw(root: Root, node: ReactNode): Promise<number> {
  const start = performance.now();
  flushSync(() => root.render(node));
  await idle();
  return performance.now() - start;
}

window.renderBench = {
  async stream(name, content) {
    const { container, root, unmount } = mount();
    const Renderer = RENDERERS[name];
    const pieces: number[] = [];
    for (let end = PIECE; end < content.length + PIECE; end += PIECE) {
      const streaming = end < content.length;
      pieces.push(await draw(root, <Renderer content={content.slice(0, end)} streaming={streaming} />));
    }
    const text = container.textContent ?? '';
    unmount();
    return { pieces, text };
  },
  async whole(name, content) {
    const { container, root, unmount } = mount();
    const Renderer = RENDERERS[name];
    const pieces = [await draw(root, <Renderer content={content} streaming={false} />)];
    const text = container.textContent ?? '';
    unmount();
    return { pieces, text };
  },
  async paced(name, content) {
    const { root, unmount } = mount();
    const Renderer = RENDERERS[name];
    let longTasks = 0;
    let gaps = 0;
    let running = true;
    const observer = new PerformanceObserver((list) => {
      longTasks += list.getEntries().length;
    });
    observer.observe({ type: 'longtask' });
    let last = performance.now();
    const frame = (now: number) => {
      if (now - last > 34) gaps += 1;
      last = now;
      if (running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    for (let end = PIECE; end < content.length; end += PIECE) {
      root.render(<Renderer content={content.slice(0, end)} streaming />);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    running = false;
    observer.disconnect();
    unmount();
    return { longTasks, gaps };
  },
  async startThread(kind, before, content) {
    const mounted = mount();
    const answers = Array.from({ length: before }, (_, index) => `${content}\n\nAnswer ${index}.`);
    await draw(mounted.root, <Thread kind={kind} answers={answers} />);
    await new Promise(requestAnimationFrame);
    window.gc?.();
    thread = { kind, answers, ...mounted };
  },
  async addToThread() {
    if (!thread) throw new Error('There is no thread.');
    thread.answers = [...thread.answers, `${thread.answers[0]}\n\nNew ${thread.answers.length}.`];
    const { root, kind, answers } = thread;
    const start = performance.now();
    flushSync(() => root.render(<Thread kind={kind} answers={answers} />));
    const time = performance.now() - start;
    await new Promise(requestAnimationFrame);
    return time;
  },
  endThread() {
    thread?.unmount();
    thread = undefined;
  },
};

let thread: (ReturnType<typeof mount> & { kind: ThreadKind; answers: string[] }) | undefined;

// A thread as a host writes it: an answer that did not change is the same element.
function Thread({ kind, answers }: { kind: ThreadKind; answers: readonly string[] }): ReactNode {
  return answers.map((content, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a thread only grows.
    <Answer key={index} kind={kind} content={content} />
  ));
}

function Answer({ kind, content }: { kind: ThreadKind; content: string }): ReactNode {
  return useMemo(
    () =>
      kind === 'moca' ? (
        <MocaAnswer content={content} citations={CITATIONS} />
      ) : (
        <AnswerContent content={content} marks={MARKS} renderCitation={drawPill} />
      ),
    [kind, content],
  );
}
