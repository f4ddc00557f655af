// The official SDK in both generations, and the command line of the Inspector. The SDK holds each message to the
// protocol and each result to the schema that was listed.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client as SecondClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as SecondTransport } from '@modelcontextprotocol/client/stdio';
import { aptix, block, check, environment, equal, newest_node, read, server, test, tree } from './support.mjs';

const kInfo = { name: 'clients', version: '1' };

// The first generation, in the revision that is asked for.
async function first(root, { version, answer, more = [] } = {}) {
  const client = new FirstClient(kInfo, { capabilities: answer ? { elicitation: {} } : {} });
  if (answer) client.setRequestHandler(ElicitRequestSchema, async (request) => answer(request));
  const transport = new FirstTransport(server(root, ...more));
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    if (message.method === 'initialize' && version) message.params.protocolVersion = version;
    return send(message);
  };
  await client.connect(transport);
  return client;
}

// The second, which asks with 'server/discover' first.
async function second(root, { answer, mode = 'auto', more = [] } = {}) {
  const client = new SecondClient(kInfo,
    { capabilities: answer ? { elicitation: {} } : {}, versionNegotiation: { mode } });
  if (answer) client.setRequestHandler('elicitation/create', async (request) => answer(request));
  await client.connect(new SecondTransport(server(root, ...more)));
  return client;
}

const call = (client, name, given) => client.callTool({ name, arguments: given });
const text = (result) => result.content[0].text;

// Every tool that is offered, as an agent takes them.
async function work_with_all_tools(client, root) {
  const { tools } = await client.listTools();
  equal(tools.map((tool) => tool.name),
    ['list_files', 'read_file', 'search_files', 'get_diff', 'write_file', 'apply_patch', 'apply_answer', 'undo'],
    'the tools');
  const listed = await call(client, 'list_files', {});
  check(!listed.isError && text(listed).includes('a.c'), `list_files: ${text(listed)}`);
  const shown = text(await call(client, 'read_file', { filepath: 'a.c' }));
  check(shown.endsWith('\none\r\ntwo $&\n'), `read_file: ${shown}`);
  const base = /sha256 ([0-9a-f]{64})/.exec(shown)[1];
  const patched = await call(client, 'apply_patch', { patch: block('a.c', 'one', "$' $1"), base_sha256: base });
  check(!patched.isError, text(patched));
  equal(read(root, 'a.c'), "$' $1\r\ntwo $&\n", 'the patched file');
  const stale = await call(client, 'apply_patch', { patch: block('a.c', "two $&", 'x'), base_sha256: base });
  check(stale.isError && text(stale).includes('hash.mismatch'), text(stale));
  const found = await call(client, 'search_files', { query: 'two' });
  check(text(found).includes('a.c'), text(found));
  check(!(await call(client, 'get_diff', {})).isError, 'get_diff');
  const written = await call(client, 'write_file', { filepath: 'n', content: 'new', mode: 'create' });
  check(!written.isError && read(root, 'n') === 'new', text(written));
  const twice = await call(client, 'apply_answer', { answer: block('twice', 'same', 'x') });
  check(twice.isError && text(twice).includes('match.ambiguous'), text(twice));
  equal(read(root, 'twice'), 'same\nsame\n', 'a file with two places');
  check(!(await call(client, 'undo', {})).isError && !fs.existsSync(path.join(root, 'n')), 'undo');
  check((await call(client, 'read_file', { filepath: '../../etc/passwd' })).isError, 'a path out of the root');
  const resources = await client.listResources();
  check(Array.isArray(resources.resources), 'resources');
  const { prompts } = await client.listPrompts();
  const prompt = await client.getPrompt({ name: prompts[0].name });
  check(prompt.messages[0].content.text.length > 100, 'a prompt');
}
const files = () => ({ 'a.c': 'one\r\ntwo $&\n', twice: 'same\nsame\n', 'README.md': '# t\n' });

for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
  test(`the first SDK works with all tools in revision ${version}`, async () => {
    const root = tree(files());
    const client = await first(root, { version });
    equal(client.transport.protocolVersion ?? version, version, 'the revision');
    await work_with_all_tools(client, root);
    await client.close();
  });

for (const [mode, version] of [['auto', '2026-07-28'], [{ pin: '2026-07-28' }, '2026-07-28'], ['legacy', '2025-11-25']])
  test(`the second SDK works with all tools, mode ${JSON.stringify(mode)}`, async () => {
    const root = tree(files());
    const client = await second(root, { mode });
    equal(client.getNegotiatedProtocolVersion(), version, 'the revision');
    await work_with_all_tools(client, root);
    await client.close();
  });

for (const [name, connect] of [['first', first], ['second', second]])
  for (const action of ['accept', 'decline', 'cancel'])
    test(`the ${name} SDK asks the person about a sensitive file, who says ${action}`, async () => {
      const root = tree({ '.env': 'A=1\n' });
      let asked = '';
      const answer = ({ params }) => {
        asked += params.message;
        return action === 'accept' ? { action, content: { approve: true } } : { action };
      };
      const client = await connect(root, { answer });
      const result = await call(client, 'write_file', { filepath: '.envrc', content: 'use nix\n', mode: 'create' });
      check(asked.includes('.envrc'), `asked: ${asked}; ${text(result)}`);
      equal(fs.existsSync(path.join(root, '.envrc')), action === 'accept', text(result));
      await client.close();
    });

// Each client adds its own lines, by the content that it read: whoever is late is refused, reads again and repeats.
test('eight clients at once on one file: each edit is kept or refused, none is lost', async () => {
  const root = tree({ log: 'begin\nend\n' });
  const kEach = 6;
  let refused = 0;
  const work = async (n) => {
    const client = await (n % 2 === 0 ? first : second)(root, { more: ['--no-sync'] });
    for (let i = 0; i < kEach;) {
      const shown = text(await call(client, 'read_file', { filepath: 'log' }));
      const base = /sha256 ([0-9a-f]{64})/.exec(shown)[1];
      const result = await call(client, 'write_file', { filepath: 'log', base_sha256: base,
        content: shown.slice(shown.indexOf('\n') + 1).replace(/end\n$/, `${n}.${i}\nend\n`) });
      if (result.isError) ++refused;
      else ++i;
    }
    await client.close();
  };
  await Promise.all([...Array(8).keys()].map(work));
  const lines = read(root, 'log').trim().split('\n').slice(1, -1).sort();
  const wanted = [...Array(8).keys()].flatMap((n) => [...Array(kEach).keys()].map((i) => `${n}.${i}`)).sort();
  equal(lines, wanted, 'the lines');
  check(refused > 0, 'nobody was ever late: this showed nothing');
});

test('eight edits at once through one server are all kept', async () => {
  const names = [...Array(8).keys()];
  const root = tree({ f: names.map((n) => `line ${n}\nbetween\n`).join('') });
  const client = await second(root, { more: ['--no-sync'] });
  const patch = (n) => block('f', `line ${n}`, `new ${n}`);
  const results = await Promise.all(names.map((n) => call(client, 'apply_patch', { patch: patch(n) })));
  for (const result of results) check(!result.isError, text(result));
  equal(read(root, 'f'), names.map((n) => `new ${n}\nbetween\n`).join(''), 'the file');
  await client.close();
});

// The Inspector's command line: what it prints, as JSON.
function inspect(root, ...words) {
  const program = 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js';
  const child = spawn(process.execPath, [program, aptix, 'mcp', '--root', root, ...words], { env: environment });
  let out = '', said = '';
  child.stdout.on('data', (piece) => { out += piece; });
  child.stderr.on('data', (piece) => { said += piece; });
  return new Promise((done, fail) => child.on('close', (code) => {
    try {
      equal(code, 0, said);
      done(JSON.parse(out));
    } catch (fault) {
      fail(fault);
    }
  }));
}
const call_words = (tool, ...given) =>
  ['--method', 'tools/call', '--tool-name', tool, ...given.flatMap((one) => ['--tool-arg', one])];
if (newest_node)
  test('the Inspector finds no fault in the tools, reads and patches', async () => {
    const root = tree(files());
    const [{ tools }, shown, { prompts }] = await Promise.all([inspect(root, '--method', 'tools/list', '--strict'),
      inspect(root, ...call_words('read_file', 'filepath=a.c')), inspect(root, '--method', 'prompts/list')]);
    equal([tools.length, prompts.length > 3], [8, true], 'the lists');
    check(text(shown).endsWith('\none\r\ntwo $&\n'), text(shown));
    const patched = await inspect(root, ...call_words('apply_patch', `patch=${block('a.c', 'one', '1')}`));
    equal([patched.isError, read(root, 'a.c')], [false, '1\r\ntwo $&\n'], 'the file');
  });
