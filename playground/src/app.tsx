import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { type CitationChecks, english, german, MocaProvider } from '../../src/index.js';
import type { SavedConversation } from '../../src/schema/conversation.js';
import { type ScenarioId, scenarios } from '../scenarios.js';
import { Chat } from './chat.js';
import { createConversation } from './conversation.js';
import { EventLog } from './event-log.js';
import { ScenarioMenu } from './scenario-menu.js';

// `?pace=MILLISECONDS` in the page's address changes how fast answers stream.
const pace = new URLSearchParams(location.search).get('pace');
const conversation = createConversation('/agent', pace);

// The Reader is loaded only when somebody asks for a check.
const DeviceCheck = lazy(() => import('./device-check.js'));

type Direction = 'ltr' | 'rtl';
type Panel = 'events' | 'check' | 'none';

const NO_CHECKS: CitationChecks = {};

export function App() {
  const [scenarioId, setScenarioId] = useState<ScenarioId>('normal');
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [direction, setDirection] = useState<Direction>('ltr');
  const [speaksGerman, setSpeaksGerman] = useState(false);
  const [panel, setPanel] = useState<Panel>('none');
  const [checked, setChecked] = useState<SavedConversation>();
  const [checks, setChecks] = useState(NO_CHECKS);
  const state = useSyncExternalStore(conversation.subscribe, conversation.getState);
  const scenario = scenarios.find(({ id }) => id === scenarioId) ?? scenarios[0];

  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dir = direction;
  }, [dark, direction]);

  const isEmpty = state.messages.length === 0 || state.running;
  const check = () => {
    setChecked(conversation.store.toJSON());
    setPanel('check');
  };

  if (!scenario) return null;
  return (
    <MocaProvider
      store={conversation.store}
      agent={conversation.agent}
      labels={speaksGerman ? german : english}
      checks={checks}
    >
      <div className="page" data-panel={panel}>
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
            <Toggle
              label="Events"
              pressed={panel === 'events'}
              onChange={(on) => setPanel(on ? 'events' : 'none')}
            />
            <button type="button" className="button" disabled={isEmpty} onClick={check}>
              Check on this device
            </button>
            <button type="button" className="button" disabled={isEmpty} onClick={save}>
              Save conversation
            </button>
            <a className="button" href="./verify/" target="_blank" rel="noopener">
              Verify page
            </a>
          </div>
        </header>
        <ScenarioMenu chosen={scenario} onChoose={setScenarioId} />
        <Chat conversation={conversation} state={state} scenario={scenario} />
        {panel === 'events' && <EventLog log={state.log} />}
        {panel === 'check' && checked && (
          <Suspense fallback={<aside className="panel">Loading the Reader…</aside>}>
            <DeviceCheck conversation={checked} onChecks={setChecks} />
          </Suspense>
        )}
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
  // The browser takes the address when the click is handled, which is after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
