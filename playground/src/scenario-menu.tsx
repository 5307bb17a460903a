import { type Scenario, type ScenarioId, scenarios } from '../scenarios.js';

const groups = [...new Set(scenarios.map(({ group }) => group))];

/** A list beside the chat on a wide page, a select box above it on a narrow one; the style sheet shows one. */
export function ScenarioMenu({ chosen, onChoose }: { chosen: Scenario; onChoose: (id: ScenarioId) => void }) {
  return (
    <nav className="scenarios" aria-label="Scenarios">
      <label className="scenario-select">
        Scenario
        <select
          value={chosen.id}
          onChange={({ target }) => {
            const next = scenarios.find(({ id }) => id === target.value);
            if (next) onChoose(next.id);
          }}
        >
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {inGroup(group).map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <div className="scenario-list">
        {groups.map((group) => (
          <section key={group}>
            <h2>{group}</h2>
            {inGroup(group).map(({ id, title }) => (
              <button
                key={id}
                type="button"
                className="choice"
                aria-pressed={id === chosen.id}
                onClick={() => onChoose(id)}
              >
                {title}
              </button>
            ))}
          </section>
        ))}
      </div>
    </nav>
  );
}

function inGroup(group: Scenario['group']): readonly Scenario[] {
  return scenarios.filter((scenario) => scenario.group === group);
}
