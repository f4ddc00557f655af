// The protocol's conformance suite. It speaks HTTP alone, so a gateway stands between; of its scenarios those are run
// that ask for no tool, resource or prompt of its own.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { Raw, environment, equal, newest_node, test, tree } from './support.mjs';

const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'];

// Each message that is posted goes to the server, and its answer comes back. A client that begins gets a server of its
// own.
async function gateway(root) {
  let raw;
  const http = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    for await (const piece of request) body += piece;
    const { method, params, id } = JSON.parse(body);
    if (method === 'initialize') {
      raw?.child.stdin.end();
      raw = new Raw(root);
    }
    if (id === undefined) {
      raw.send(method, params);
      return response.writeHead(202).end();
    }
    const answer = JSON.stringify(await raw.ask(method, params, id));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
  await new Promise((done) => http.listen(0, '127.0.0.1', done));
  const close = () => {
    raw?.child.stdin.end();
    http.closeAllConnections();
    http.close();
  };
  return { url: `http://127.0.0.1:${http.address().port}/mcp`, close };
}

function run(url, scenario) {
  const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
  const child = spawn(process.execPath, [program, 'server', '--url', url, '--scenario', scenario], { env: environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => { said += piece; });
  return new Promise((done) => child.on('close', (code) => done({ code, said })));
}

if (newest_node)
  for (const scenario of scenarios)
    test(`the conformance suite is content with ${scenario}`, async () => {
      const { url, close } = await gateway(tree({ 'README.md': '# t\n' }));
      const { code, said } = await run(url, scenario);
      close();
      equal(code, 0, said.slice(-2000));
    });
