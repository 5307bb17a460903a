// npm run agent: the demo agent alone, on PORT or any free port of the loopback address.
import { createAgentServer, listen } from './server.js';

const server = await createAgentServer();
console.log(await listen(server, Number(process.env.PORT ?? 0)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
