import type { LoggedEvent } from './conversation.js';

interface Row extends LoggedEvent {
  /** How many events of the same type came in a row. */
  count: number;
}

/** The events of the last run as they came, pieces of text folded into one row. */
export function EventLog({ log }: { log: readonly LoggedEvent[] }) {
  return (
    <aside className="panel events" aria-label="Events of the last run">
      <h2>Events of the last run</h2>
      {log.length === 0 && <p>Ask something, and the events that the agent sends are listed here.</p>}
      <ol>
        {foldPieces(log).map((row) => (
          <li key={`${row.after}-${row.event.type}`}>
            <details>
              <summary>
                <code>{row.event.type}</code>
                {row.count > 1 && <span> × {row.count}</span>}
                <time>{row.after} ms</time>
              </summary>
              <pre>{JSON.stringify(row.event, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </aside>
  );
}

function foldPieces(log: readonly LoggedEvent[]): Row[] {
  const rows: Row[] = [];
  for (const entry of log) {
    const last = rows.at(-1);
    if (last?.event.type === 'TEXT_MESSAGE_CONTENT' && entry.event.type === last.event.type) last.count += 1;
    else rows.push({ ...entry, count: 1 });
  }
  return rows;
}
