import { useEffect, useState, useSyncExternalStore } from 'react';
import { german, MocaProvider } from '../../src/index.js';
import { english } from '../../src/react/labels/english.js';
import { type ScenarioId, scenarios } from '../scenarios.js';
import { Chat } from './chat.js';
import { createConversation } from './conversation.js';
import { EventLog } from './event-log.js';
import { ScenarioMenu } from './scenario-menu.js';

// `?pace=MILLISECONDS` in the page's address changes how fast answers stream.
const pace = new URLSearchParams(location.search).get('pace');
const conversation = createConversation('/agent', pace);

type Direction = 'ltr' | 'rtl';

export function App() {
  const [scenarioId, setScenarioId] = useState<ScenarioId>('normal');
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [direction, setDirection] = useState<Direction>('ltr');
  const [speaksGerman, setSpeaksGerman] = useState(false);
  const [showsEvents, setShowsEvents] = useState(false);
  const state = useSyncExternalStore(conversation.subscribe, conversation.getState);
  const scenario = scenarios.find(({ id }) => id === scenarioId) ?? scenarios[0];

  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dir = direction;
  }, [dark, direction]);

  if (!scenario) return null;
  return (
    <MocaProvider
      store={conversation.store}
      agent={conversation.agent}
      labels={speaksGerman ? german : english}
    >
      <div className="page" data-events={showsEvents}>
        <header className="bar">
          <h1>
            Wrenfield <span>Support</span>
          </h1>
          <div className="tools">
            <Toggle label="Dark" pressed={dark} onChange={setDark} />
            <Toggle
              label="Right to left"
              pressed={direction === 'rtl'}
              onChange={(on) => setDirection(on ? 'rtl' : 'ltr')}
            />
            <Toggle label="Deutsch" pressed={speaksGerman} onChange={setSpeaksGerman} />
            <Toggle label="Events" pressed={showsEvents} onChange={setShowsEvents} />
            <button
              type="button"
              className="button"
              disabled={state.messages.length === 0 || state.running}
              onClick={save}
            >
              Save conversation
            </button>
          </div>
        </header>
        <ScenarioMenu chosen={scenario} onChoose={setScenarioId} />
        <Chat conversation={conversation} state={state} scenario={scenario} />
        {showsEvents && <EventLog log={state.log} />}
      </div>
    </MocaProvider>
  );
}

function Toggle({
  label,
  pressed,
  onChange,
}: {
  label: string;
  pressed: boolean;
  onChange: (pressed: boolean) => void;
}) {
  return (
    <button type="button" className="button" aria-pressed={pressed} onClick={() => onChange(!pressed)}>
      {label}
    </button>
  );
}

function save(): void {
  const text = JSON.stringify(conversation.store.toJSON(), null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'conversation.json';
  link.click();
  URL.revokeObjectURL(url);
}
