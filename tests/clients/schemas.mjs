// Every message of the server against the published JSON Schema of its revision. The schemas are the protocol's, and
// not part of this project: APTIX_MCP_SCHEMAS names a folder that has them as REVISION/schema.json.
import * as fs from 'node:fs';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { Raw, block, check, equal, skip, test, tree, until } from './support.mjs';

const folder = process.env.APTIX_MCP_SCHEMAS;
const revisions = folder ? fs.readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)) : [];
if (revisions.length === 0) skip('APTIX_MCP_SCHEMAS names no folder with the published schemas of the protocol');

const results = {
  initialize: 'InitializeResult', 'server/discover': 'DiscoverResult', 'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult', 'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult', 'prompts/list': 'ListPromptsResult', 'prompts/get': 'GetPromptResult',
  ping: 'EmptyResult',
};

// Says of each message that the server sends what is wrong with it.
class Held {
  constructor(revision) {
    this.revision = revision;
    const schema = JSON.parse(fs.readFileSync(`${folder}/${revision}/schema.json`, 'utf8'));
    this.names = schema.$defs ? '$defs' : 'definitions';
    this.known = schema[this.names];
    this.ajv = new (schema.$defs ? Ajv2020 : Ajv)({ strict: false, validateFormats: false });
    this.ajv.addSchema(schema, 'mcp');
  }
  to(name, value) {
    check(name in this.known, `the schema has no ${name}`);
    const valid = this.ajv.validate({ $ref: `mcp#/${this.names}/${name}` }, value);
    check(valid, `${name}: ${this.ajv.errorsText()}: ${JSON.stringify(value).slice(0, 2000)}`);
  }
  take(message, asked) {
    // What has no id to answer: JSON-RPC says null, and the older schemas have nothing for it.
    if (message.id === null && this.revision < '2025-11-25') return check('error' in message, 'no error');
    this.to('JSONRPCMessage', message);
    const error = 'JSONRPCErrorResponse' in this.known ? 'JSONRPCErrorResponse' : 'JSONRPCError';
    if (message.error) return this.to(error, message);
    if (message.method === 'elicitation/create') return this.to('ElicitRequest', message);
    if (message.method) return this.to(message.id === undefined ? 'ServerNotification' : 'ServerRequest', message);
    const waits = message.result.resultType === 'input_required';
    return this.to(waits ? 'InputRequiredResult' : results[asked.get(message.id)], message.result);
  }
}

for (const revision of revisions)
  test(`every message holds to the schema of revision ${revision}`, async () => {
    const root = tree({ 'a.c': 'one\r\ntwo\n', 'README.md': '# t\n', '.env': 'A=1\n', 'AGENTS.md': '# how to work\n' });
    const held = new Held(revision), asked = new Map(), faults = [];
    const modern = revision >= '2026';
    const raw = new Raw(root, { more: ['--tools', 'all'] });
    const take = raw.take.bind(raw);
    let counted = 0;
    raw.take = (message) => {
      try {
        held.take(message, asked);
      } catch (fault) {
        faults.push(fault.message);
      }
      ++counted;
      if (message.method === 'elicitation/create')
        raw.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { action: 'decline' } })}\n`);
      take(message);
    };
    const capabilities = revision >= '2025-06-18' ? { elicitation: {}, roots: {} } : { roots: {} };
    const meta = modern ? { 'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      'io.modelcontextprotocol/clientInfo': { name: 'schemas', version: '1' } } : undefined;
    let ids = 0;
    const ask = (method, params = {}) => {
      const id = ++ids % 2 === 0 ? ids : `id "${ids}"`;
      asked.set(id, method);
      return raw.ask(method, { ...params, _meta: meta }, id);
    };
    const tool = (name, given) => ask('tools/call', { name, arguments: given });
    if (modern) await ask('server/discover');
    else {
      asked.set('open', 'initialize');
      equal((await raw.open(revision, capabilities)).protocolVersion, revision, 'the revision');
      await ask('ping');
    }
    const { result: { tools } } = await ask('tools/list');
    for (const name of ['resources/list', 'resources/templates/list', 'prompts/list', 'no/method']) await ask(name);
    const { result: { prompts } } = await ask('prompts/list');
    for (const { name } of prompts) await ask('prompts/get', { name });
    await ask('prompts/get', { name: 'none' });
    const { result: { resources } } = await ask('resources/list');
    const uris = [...resources.map((one) => one.uri), 'file:///etc/passwd', 'x:y', 'file://%'];
    for (const uri of uris) await ask('resources/read', { uri });
    for (const { name } of tools) {
      await tool(name, {});
      const patch = block('a.c', 'no', 'x');
      await tool(name, { filepath: 'a.c', docPath: 'a.c', start: 1, end: 1, query: 'one', patch, id: '0' });
    }
    await tool('list_files', { limit: 1 });
    await tool('read_file', { filepath: 'a.c' });
    await tool('read_file', { filepath: 'missing' });
    await tool('search_files', { query: 'o' });
    await tool('apply_patch', { patch: block('a.c', 'one', '1'), dry_run: true });
    await tool('apply_patch', { patch: block('a.c', 'one', '1'), base_sha256: '000000000000' });
    await tool('apply_answer', { answer: `${block('a.c', 'one', '1')}\n${block('README.md', '# t', '# T')}` });
    await tool('write_file', { filepath: 'n', content: 'x', mode: 'create' });
    await tool('file_history', { filepath: 'a.c' });
    await tool('get_diff', {});
    await tool('undo', {});
    await tool('undo', { transaction: 99 });
    await tool('write_file', { filepath: '.envrc', content: 'use nix\n', mode: 'create' });
    await tool('none', {});
    raw.child.stdin.write('{\n[]\n7\n');
    const before = counted;
    await until(() => counted >= before + 3, 'the answers to what is not a message');
    raw.child.stdin.end();
    equal(await raw.exited, 0, 'the exit code');
    equal(faults, [], 'what is wrong');
    check(counted > 60, `only ${counted} messages came`);
  });
