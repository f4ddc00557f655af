// What 'bundle validate --format sarif' prints, against the published schema of SARIF 2.1.0.
import { createRequire } from 'node:module';
import * as fs from 'node:fs';
import Ajv from 'ajv-draft-04';
import { block, check, equal, run, test, tree } from './support.mjs';

const from = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/package.json').replace('package.json', '');
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
const holds = ajv.compile(JSON.parse(fs.readFileSync(`${from}lib/schemas/sarif-2.1.0-rtm.5.json`, 'utf8')));

function results(root, ...names) {
  const done = run(root, 'bundle', 'validate', '--format', 'sarif', ...names);
  const log = JSON.parse(done.stdout);
  check(holds(log), `${ajv.errorsText(holds.errors)}: ${done.stdout.slice(0, 2000)}`);
  equal(log.runs.length, 1, 'the number of runs');
  equal(log.runs[0].automationDetails.id, 'aptix/validate/', 'the kind of run');
  return log.runs[0].results;
}

test('SARIF of documents that fit, that do not, and that cannot be read holds to its schema', async () => {
  const root = tree({
    'a b/ä%.c': 'one\n', 'twice.c': 'x\nx\n',
    'good.md': block('a b/ä%.c', 'one', 'two'),
    'bad.md': block('a b/ä%.c', 'gone\tnow', 'two') + block('twice.c', 'x', 'y') + block('missing.c', 'x', 'y'),
    'out.json': '{"root": ".", "files": [{"path": "../up", "content": "x\\n"}]}',
    'cut.json': '{"root": ".", "files": [',
  });
  equal(results(root, 'good.md').length, 0, 'results of a document that fits');
  const bad = results(root, 'bad.md');
  equal(bad.map((result) => result.ruleId).sort(), ['file.missing', 'match.ambiguous', 'match.not_found'], 'the rules');
  const place = bad.find((result) => result.ruleId === 'match.not_found').locations[0].physicalLocation;
  equal(decodeURIComponent(place.artifactLocation.uri), 'a b/ä%.c', 'the file');
  for (const [name, rule] of [['out.json', 'path.invalid'], ['cut.json', 'json.truncated']]) {
    const errors = results(root, name).filter((result) => result.level === 'error');
    equal(errors.map((result) => result.ruleId), [rule], `the errors of ${name}`);
    equal(errors[0].locations[0].physicalLocation.artifactLocation.uri, name, `the place of the error in ${name}`);
  }
});
