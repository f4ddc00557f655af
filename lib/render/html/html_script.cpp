// What the page can do beyond being read: side by side, light and dark, keys. Texts of files are only moved between
// nodes, and never become markup.
#include "render/html/html_parts.h"

namespace aptix::render::html {

constexpr std::string_view kScript = R"('use strict';
(() => {
  const root = document.documentElement;
  const one = (query, from = document) => from.querySelector(query);
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const tools = one('#tools'), help = one('#help'), keys = one('#keys'), dark = one('#dark');
  const hunks = all('.hunk'), heads = all('.file h2');
  const say = (text) => { one('#said').textContent = text; };

  const make = (name, className, text) => {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text) node.textContent = text;
    return node;
  };
  const hidden = (text) => make('span', 'v', text);

  // The cells of one side: number and text, of a row of the unified table; empty ones without a row.
  const cells = (row, number, className, word) => {
    if (!row) return [make('td', 'n e'), make('td', 't e')];
    const count = make('td', 'n ' + className, row.cells[number].textContent);
    const text = row.cells[3].cloneNode(true);
    text.className = 't ' + className;
    if (word) text.prepend(hidden(word + ': '));
    return [count, text];
  };

  const pair = (body, left, right) => {
    const row = make('tr'), same = left === right;
    row.append(...cells(left, 0, same ? '' : 'r', same ? '' : 'removed'));
    row.append(...cells(right, 1, same ? '' : 'a', same ? '' : 'added'));
    body.append(row);
  };

  const sideBySide = (unified) => {
    const table = make('table', 'd'), body = make('tbody'), line = make('tr'), head = make('thead');
    for (const name of ['Old line', 'Old text', 'New line', 'New text']) {
      const cell = make('th');
      cell.scope = 'col';
      cell.append(hidden(name));
      line.append(cell);
    }
    head.append(line);
    table.append(unified.caption.cloneNode(true), head, body);
    let gone = [], come = [];
    const flush = () => {
      for (let i = 0; i < Math.max(gone.length, come.length); ++i) pair(body, gone[i], come[i]);
      gone = [];
      come = [];
    };
    for (const row of unified.tBodies[0].rows) {
      if (row.className === 'r') gone.push(row);
      else if (row.className === 'a') come.push(row);
      else { flush(); pair(body, row, row); }
    }
    flush();
    unified.after(table);
  };

  const show = (view) => {
    if (view === 'side' && !one('table.d')) all('table.u').forEach(sideBySide);
    root.dataset.view = view;
    one('#unified').setAttribute('aria-pressed', view === 'unified');
    one('#side').setAttribute('aria-pressed', view === 'side');
    say(view === 'side' ? 'Side by side' : 'Unified');
  };

  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
  const theme = () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    dark.setAttribute('aria-pressed', isDark());
    say(isDark() ? 'Dark' : 'Light');
  };

  const place = (list) => {
    const here = document.activeElement, at = here.closest('.hunk, .file');
    if (!at) return -1;
    for (let i = list.length - 1; i >= 0; --i)
      if (list[i] === at || list[i] === here || list[i].compareDocumentPosition(here) & (4 | 16)) return i;
    return -1;
  };

  const go = (list, step, what) => {
    const at = place(list), next = at < 0 ? (step > 0 ? 0 : -1) : at + step;
    if (next < 0 || next >= list.length)
      return say(step > 0 ? 'No further ' + what : 'No ' + what + ' before this one');
    const node = list[next], details = node.closest('details');
    if (details) details.open = true;
    node.focus({preventScroll: true});
    node.scrollIntoView({block: 'start'});
  };

  const actions = {
    n: () => go(hunks, 1, 'change'),
    p: () => go(hunks, -1, 'change'),
    N: () => go(heads, 1, 'file'),
    P: () => go(heads, -1, 'file'),
    u: () => show('unified'),
    s: () => show('side'),
    t: theme,
    '?': () => help.showModal(),
  };

  document.addEventListener('keydown', (event) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || help.open || !keys.checked) return;
    event.preventDefault();
    action();
  });

  hunks.forEach((hunk, i) => {
    hunk.setAttribute('role', 'group');
    const file = one('h2', hunk.closest('.file')).textContent;
    hunk.setAttribute('aria-label', `Change ${i + 1} of ${hunks.length}, ${file}`);
  });
  one('#unified').onclick = () => show('unified');
  one('#side').onclick = () => show('side');
  one('#open').onclick = () => help.showModal();
  one('#close').onclick = () => help.close();
  dark.onclick = theme;
  dark.setAttribute('aria-pressed', isDark());
  root.dataset.view = 'unified';
  tools.hidden = false;
})();
)";

}  // namespace aptix::render::html
