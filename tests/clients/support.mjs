// What the cases share: scratch trees, servers that are spoken to line by line, the count of what passed.
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

export const aptix = process.argv[2];
const memory = '/dev/shm';  // nothing here tests a disk
const scratch = fs.mkdtempSync(path.join(fs.existsSync(memory) ? memory : os.tmpdir(), 'aptix-clients-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
fs.mkdirSync(path.join(scratch, 'home'));
export const environment = { PATH: process.env.PATH, HOME: path.join(scratch, 'home'), GIT_CONFIG_NOSYSTEM: '1' };

let trees = 0;
// A folder with these files.
export function tree(files) {
  const root = path.join(scratch, `tree${++trees}`);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

export const read = (root, name) => fs.readFileSync(path.join(root, name), 'utf8');
export const server = (root, ...more) =>
  ({ command: aptix, args: ['mcp', '--root', root, ...more], env: environment, stderr: 'ignore' });
export const run = (root, ...words) => spawnSync(aptix, words, { cwd: root, env: environment, encoding: 'utf8' });
export const block = (file, find, replace) =>
  `\`${file}\`\n\n<<<<<<< SEARCH\n${find}\n=======\n${replace}\n>>>>>>> REPLACE\n`;

export class Fault extends Error {}
export function check(holds, what) {
  if (!holds) throw new Fault(what);
}
export function equal(is, wanted, what) {
  const [a, b] = [JSON.stringify(is), JSON.stringify(wanted)];
  check(a === b, `${what}: ${a} instead of ${b}`);
}
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
export function within(ms, promise, what) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Fault(`${what}: nothing within ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
export async function until(holds, what) {
  for (const end = Date.now() + 20_000; !holds(); await sleep(2)) check(Date.now() < end, `${what}: it never came`);
}

const cases = [];
export const test = (name, work) => cases.push({ name, work });
export const skip = (why) => console.log(`skipped: ${why}`);

// Most of a case is waiting, so some run at once.
export async function run_all(lanes) {
  let passed = 0, failed = 0;
  const lane = async () => {
    for (let one; (one = cases.shift());)
      try {
        await within(60_000, one.work(), 'the case');
        ++passed;
      } catch (fault) {
        ++failed;
        console.log(`FAILED: ${one.name}\n${fault instanceof Fault ? fault.message : fault.stack}`);
      }
  };
  await Promise.all([...Array(lanes)].map(lane));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

export const newest_node = Number(process.versions.node.split('.')[0]) >= 22;
if (!newest_node) skip('the Inspector and the conformance suite need node 22');
export const has_strace = spawnSync('strace', ['-qq', 'true']).status === 0;

// A server that is spoken to without any SDK, so that a stream can be cut wherever. `inject`: what strace does to its
// system calls.
export class Raw {
  constructor(root, { more = [], inject } = {}) {
    const words = [aptix, 'mcp', '--root', root, ...more];
    const traced = ['-e', `trace=${inject?.split(':')[0]}`, '-e', `inject=${inject}`];
    if (inject) words.unshift('strace', '-f', '-qq', '-o', '/dev/null', ...traced);
    this.child = spawn(words[0], words.slice(1), { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    this.traced = inject !== undefined;
    this.ended = new Promise((done) => this.child.on('close', (code, signal) => done(signal ?? code)));
    this.exited = new Promise((done) => this.child.on('exit', (code, signal) => done(signal ?? code)));
    this.replies = [];
    this.waiting = new Map();
    let held = '';
    this.child.stdout.on('data', (piece) => {
      const lines = (held + piece).split('\n');
      held = lines.pop();
      for (const line of lines) this.take(JSON.parse(line));
    });
    for (const stream of this.child.stdio) stream.on('error', () => {});
    this.child.stderr.resume();
  }
  take(reply) {
    this.replies.push(reply);
    this.waiting.get(reply.id)?.(reply);
  }
  kill(signal) {
    const pid = this.child.pid;
    const below = () => Number(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
    process.kill(this.traced ? below() : pid, signal);
  }
  send(method, params, id) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }
  ask(method, params, id) {
    const reply = new Promise((done) => this.waiting.set(id, done));
    this.send(method, params, id);
    return within(20_000, reply, method);
  }
  async open(protocolVersion = '2025-06-18', capabilities = {}) {
    const reply = await this.ask('initialize',
      { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } }, 'open');
    this.send('notifications/initialized', {});
    return reply.result;
  }
}
