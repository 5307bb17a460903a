import type { Message } from '@ag-ui/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MocaAnswer } from '../../src/index.js';
import type { RegisterEntry } from '../../src/register/index.js';
import type { Scenario, ScenarioId } from '../scenarios.js';
import type { ConversationController, ConversationState } from './conversation.js';

const LANGUAGES: Partial<Record<ScenarioId, string>> = {
  german: 'de',
  'mixed-german': 'de',
  japanese: 'ja',
  arabic: 'ar',
};

/** Pixels: so close to the end, a person means to read along. */
const NEAR_END = 80;

const SUGGESTIONS = [
  'How do I descale the machine?',
  'What does the warranty cover?',
  'What do the error codes mean?',
  'How fast is delivery and what does it cost?',
];

export function Chat({
  conversation,
  state,
  scenario,
}: {
  conversation: ConversationController;
  state: ConversationState;
  scenario: Scenario;
}) {
  const { scroller, content } = useFollowedEnd();
  const ask = (question: string) => conversation.ask(question, scenario.id);
  const questions = scenario.id === 'normal' ? [scenario.question, ...SUGGESTIONS] : [scenario.question];
  return (
    <main className="chat">
      <div className="turns" ref={scroller}>
        <div className="turn-list" ref={content}>
          <p className="about" dir="auto">
            <strong>{scenario.title}.</strong> {scenario.about}
          </p>
          <Turns state={state} />
          {state.error && <p className="failure">{state.error}</p>}
        </div>
      </div>
      <div className="composer">
        <ul className="suggestions" aria-label="Questions to pick from">
          {questions.map((question) => (
            <li key={question}>
              <button
                type="button"
                className="button"
                dir="auto"
                disabled={state.running}
                onClick={() => ask(question)}
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
        <Composer running={state.running} onAsk={ask} onStop={conversation.stop} />
      </div>
    </main>
  );
}

function Turns({ state }: { state: ConversationState }) {
  let language: string | undefined;
  return state.messages.map((message) => {
    const scenario = state.scenarioOf.get(message.id);
    if (scenario) language = LANGUAGES[scenario] ?? 'en';
    return (
      <Turn
        key={message.id}
        message={message}
        language={language}
        evidence={state.evidence.get(message.id)?.entries}
      />
    );
  });
}

function Turn({
  message,
  language,
  evidence,
}: {
  message: Message;
  language: string | undefined;
  evidence: readonly RegisterEntry[] | undefined;
}) {
  if (message.role === 'user' && typeof message.content === 'string') {
    return (
      <p className="question" dir="auto" lang={language}>
        {message.content}
      </p>
    );
  }
  if (message.role === 'assistant') {
    return (
      <div className="answer" lang={language} dir={language === 'ar' ? 'rtl' : undefined}>
        <MocaAnswer messageId={message.id} copyButton {...(evidence && { register: evidence })} />
      </div>
    );
  }
  return null;
}

function Composer({
  running,
  onAsk,
  onStop,
}: {
  running: boolean;
  onAsk: (question: string) => void;
  onStop: () => void;
}) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onAsk(text.trim());
    setText('');
  };
  return (
    <form className="ask" onSubmit={submit}>
      <input
        dir="auto"
        aria-label="Your question"
        placeholder="Ask about the Ember 2"
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {running ? (
        <button type="button" className="button primary" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="button primary" disabled={text.trim() === ''}>
          Ask
        </button>
      )}
    </form>
  );
}

/** Keeps the end of the conversation in view while it grows, unless the person scrolled away from it. */
function useFollowedEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = scroller.current;
    if (!view || !content.current) return;
    let follows = true;
    const onScroll = () => {
      follows = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_END;
    };
    const observer = new ResizeObserver(() => {
      if (follows) view.scrollTop = view.scrollHeight;
    });
    view.addEventListener('scroll', onScroll);
    observer.observe(content.current);
    return () => {
      view.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, []);
  return { scroller, content };
}
