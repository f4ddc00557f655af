// Streams that are closed, signals and cancellations, in the very middle of a write: strace slows its renames down, so
// that the cut is known to come between two files.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import {
  Fault, Raw, aptix, block, check, environment, equal, has_strace, read, skip, test, tree, until, within,
} from './support.mjs';

const kFiles = 24;
const names = [...Array(kFiles).keys()].map((n) => `d${n % 5}/f${n}`);
const all = (word) => Object.fromEntries(names.map((name) => [name, `${word} ${name}\n`]));
const answer = names.map((name) => block(name, `old ${name}`, `new ${name}`)).join('\n');
const write = { name: 'apply_answer', arguments: { answer } };
const kSlowly = 'renameat2:delay_enter=60000';  // microseconds

const news = (root) => names.filter((name) => read(root, name).startsWith('new')).length;
const is_halfway = (root) => news(root) > 0 && news(root) < kFiles;
// True: all new; false: all old. With nothing between, and nothing else there.
function is_new(root) {
  const now = Object.fromEntries(names.map((name) => [name, read(root, name)]));
  const states = ['old', 'new'].filter((word) => JSON.stringify(now) === JSON.stringify(all(word)));
  equal(states.length, 1, `old or new: ${JSON.stringify(now)}`);
  const ours = (name) => name.startsWith('.aptix') || name.startsWith('d');
  equal(fs.readdirSync(root).filter((name) => !ours(name)), [], 'other files');
  return states[0] === 'new';
}
async function works_again(root) {
  const raw = new Raw(root);
  await raw.open();
  const now = read(root, names[0]).trim();
  const patch = block(names[0], now, 'again');
  const { result } = await raw.ask('tools/call', { name: 'apply_patch', arguments: { patch } }, 1);
  check(!result.isError && read(root, names[0]) === 'again\n', JSON.stringify(result));
  raw.child.stdin.end();
  equal(await within(5000, raw.exited, 'to end'), 0, 'the exit code');
}

const cuts = {
  'the end of input': (raw) => raw.child.stdin.end(),
  SIGTERM: (raw) => raw.kill('SIGTERM'),
  SIGINT: (raw) => raw.kill('SIGINT'),
  SIGKILL: (raw) => raw.kill('SIGKILL'),
  'an output that is closed': (raw) => { raw.child.stdout.destroy(); raw.send('ping', {}, 'p'); },
  'all streams closed': (raw) => { for (const stream of raw.child.stdio) stream.destroy(); },
};

async function writing(root, inject, id = 1, more = {}) {
  const raw = new Raw(root, { inject });
  await raw.open();
  raw.send('tools/call', { ...write, ...more }, id);
  return raw;
}

// A server in the middle of a write, and its tree. On a busy machine the moment may pass unseen: then another one.
async function caught(holds) {
  for (let tries = 0; tries < 5; ++tries) {
    const root = tree(all('old'));
    const raw = await writing(root, kSlowly);
    const is_done = () => raw.replies.some((reply) => reply.id === 1);
    await until(() => holds(root) || is_done(), 'the middle of a write');
    if (holds(root) && !is_done()) return { root, raw };
    raw.child.stdin.end();
    await within(5000, raw.exited, 'to end');
  }
  throw new Fault('the middle of a write was never seen');
}
const recover = (root) =>
  new Promise((done) => spawn(aptix, ['recover'], { cwd: root, env: environment, stdio: 'ignore' }).on('close', done));

if (!has_strace) skip('strace is not there: no stream is cut in the middle of a write');
if (has_strace)
  for (const [what, cut] of Object.entries(cuts))
    for (const moment of ['before the first rename', 'between two files'])
      test(`${what} in the middle of a write, ${moment}, leaves the old tree`, async () => {
        const has_begun = (root) => fs.existsSync(`${root}/.aptix/tx`);
        const { root, raw } = await caught(moment === 'between two files' ? is_halfway : has_begun);
        cut(raw);
        const end = await within(20_000, raw.exited, `to end by ${what}`);
        equal(end, what === 'SIGKILL' ? 'SIGKILL' : 0, 'the exit code');
        if (what === 'SIGKILL') {
          if (moment === 'between two files') check(is_halfway(root), 'the cut came too late');
          await recover(root);
        }
        equal(is_new(root), false, 'the tree');
        check(!raw.replies.some((reply) => reply.id === 1 && !reply.result?.isError), 'success was said');
        await works_again(root);
      });

if (has_strace) {
  test('a call that is cancelled between two files is rolled back, not answered, and the server goes on', async () => {
    const { root, raw } = await caught(is_halfway);
    raw.send('notifications/cancelled', { requestId: 1 });
    await until(() => news(root) === 0 && !fs.existsSync(`${root}/.aptix/tx`), 'the old tree');
    equal(is_new(root), false, 'the tree');
    const { result } = await raw.ask('tools/call', { name: 'read_file', arguments: { filepath: names[3] } }, 2);
    check(result.content[0].text.endsWith(`old ${names[3]}\n`), JSON.stringify(result));
    raw.child.stdin.end();
    equal(await within(5000, raw.exited, 'to end'), 0, 'the exit code');
    check(!raw.replies.some((reply) => reply.id === 1), 'it was answered');
  });

  test('progress comes after the first second, grows, and ends before the result', async () => {
    const root = tree(all('old'));
    const raw = await writing(root, 'renameat2:delay_enter=90000', 7, { _meta: { progressToken: 'a/b' } });
    await until(() => raw.replies.some((reply) => reply.id === 7), 'the result');
    await raw.ask('ping', {}, 8);
    const notes = raw.replies.filter((reply) => reply.method === 'notifications/progress').map((reply) => reply.params);
    check(notes.length >= 1, 'no progress came');
    for (const [i, note] of notes.entries()) {
      equal([note.progressToken, note.total], ['a/b', 2 * kFiles], 'the token and the total');
      check(note.progress <= note.total && (i === 0 || note.progress > notes[i - 1].progress), JSON.stringify(notes));
    }
    const last = raw.replies.findLastIndex((reply) => reply.method);
    const result = raw.replies.findIndex((reply) => reply.id === 7);
    check(last < result, 'progress came after the result');
    equal(is_new(root), true, 'the tree');
    raw.child.stdin.end();
    equal(await within(5000, raw.exited, 'to end'), 0, 'the exit code');
  });

  test('a server that is killed at any call leaves the old tree or the new one, and the next mends it', async () => {
    const calls = 'openat,openat2,mkdirat,write,pwrite64,fdatasync,fsync,syncfs,flock,renameat2,unlinkat,close,fstat,' +
      'newfstatat';
    let killed = 0, made = 0, said = 0;
    for (let n = 1; ; n += 1 + Math.floor(n / 8)) {
      const root = tree(all('old'));
      const raw = new Raw(root, { inject: `${calls}:signal=SIGKILL:when=${n}` });
      const clientInfo = { name: 'raw', version: '1' };
      raw.send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, 0);
      raw.send('tools/call', write, 1);
      await Promise.race([raw.exited, until(() => raw.replies.some((reply) => reply.id === 1), 'the result')]);
      raw.child.stdin.end();
      const end = await within(20_000, raw.ended, 'to end');
      await recover(root);
      const done = is_new(root);
      const success = raw.replies.some((reply) => reply.id === 1 && !reply.result.isError);
      check(done || !success, `success was said, and the tree is old: call ${n}`);
      if (end !== 'SIGKILL') {
        check(done && success, `call ${n}: exit ${end}`);
        break;
      }
      ++killed;
      made += done ? 1 : 0;
      said += success ? 1 : 0;
      await works_again(root);
    }
    check(killed > 20, `it was killed only ${killed} times`);
  });
}

test('a stream that is closed before, between and after messages ends the server', async () => {
  for (const cut of ['the end of input', 'an output that is closed', 'all streams closed'].map((what) => cuts[what]))
    for (let sent = 0; sent < 4; ++sent) {
      const raw = new Raw(tree({ a: 'one\n' }));
      if (sent > 0) await raw.open();
      if (sent > 1) await raw.ask('tools/list', {}, 1);
      if (sent > 2) raw.send('tools/call', { name: 'search_files', arguments: { query: 'o' } }, 2);
      cut(raw);
      equal(await within(5000, raw.exited, 'to end'), 0, 'the exit code');
    }
});
