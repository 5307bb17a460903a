// node --import tsx/esm test/agent-event-order.ts [SCENARIO] [QUESTION]
// Starts the demo agent, asks it through the real AG-UI client, and prints the events in the order they came.
import { HttpAgent } from '@ag-ui/client';
import { createAgentServer, listen } from '../playground/agent/server.js';
import { scenarios } from '../playground/scenarios.js';

const scenario = scenarios.find(({ id }) => id === (process.argv[2] ?? 'normal'));
if (!scenario) {
  console.error(`No such scenario. There are: ${scenarios.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}
// When a connection drops, @ag-ui/client 1.0.0 also rejects a promise that a caller cannot reach.
process.on('unhandledRejection', (reason) => console.log('Not caught by the client:', String(reason)));
const server = await createAgentServer();
const endpoint = await listen(server, 0);
const agent = new HttpAgent({ url: `${endpoint}?scenario=${scenario.id}&pace=0` });
agent.addMessage({ id: 'question', role: 'user', content: process.argv[3] ?? scenario.question });
try {
  await agent.runAgent(
    {},
    {
      onEvent({ event }) {
        console.log(event.type, summary(event));
      },
    },
  );
} catch (error) {
  console.log('The run failed:', error instanceof Error ? error.message : error);
} finally {
  server.close();
  server.closeAllConnections();
}
const answer = agent.messages.findLast(({ role }) => role === 'assistant');
if (typeof answer?.content === 'string') console.log(`\n${answer.content}`);

function summary(event: object): string {
  const { type: _, ...rest } = event as Record<string, unknown>;
  const text = JSON.stringify(rest);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
