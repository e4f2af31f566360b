'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const runs = data.runs.map(([level, configuration, repetition, outcome, cpu, wall, memory, value, file, remark, stands, replay, optimal, log, model], index) => ({
  index, configuration: data.configurations[configuration], column: configuration, row: level,
  level: data.levels[level][0], kind: data.levels[level][1], repetition, outcome: data.outcomes[outcome],
  cpu, wall, memory, value, remark: remark ?? '', stands: stands === 1, replay, optimal: optimal === 1,
  log: log === null ? null : data.campaign + log.split('/').map(encodeURIComponent).join('/') + '/',
  models: model === null ? [] : data.models[model],
  href: data.records + encodeURIComponent(file) + '.json',
}));
for (const run of runs) run.answered = run.outcome === 'solved' || run.outcome === 'unsolvable';

const seconds = (s) => s.toFixed(s < 0.9995 ? 3 : s < 9.995 ? 2 : s < 99.95 ? 1 : 0);
const bytes = (b) => b < 1e6 ? `${(b / 1e3).toFixed(0)} kB` : b < 1e9 ? `${(b / 1e6).toFixed(0)} MB` : `${(b / 1e9).toFixed(2)} GB`;
const collator = new Intl.Collator('en', { numeric: true });
const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(a, b);

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// A name may break after these signs, but not inside words.
const breakable = (text) => text.split(/(?<=[/+,_(])/).flatMap((part, index) => index ? [element('wbr'), part] : [part]);

// Makes a heading sort its table: numbers from the largest, text from A. A second click reverses.
function sortable(th, isNumber, sort) {
  const button = element('button', { type: 'button' }, ...breakable(th.textContent));
  button.addEventListener('click', () => {
    const before = th.getAttribute('aria-sort');
    const isDescending = before ? before === 'ascending' : isNumber;
    for (const other of th.parentNode.children) other.removeAttribute('aria-sort');
    th.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
    sort(isDescending);
  });
  th.replaceChildren(button);
}

// Rows without a value come last in either direction.
function sorted(rows, value, isDescending) {
  const known = [], unknown = [];
  for (const row of rows) {
    const key = value(row);
    if (key === null || key === '') unknown.push(row); else known.push([key, row]);
  }
  known.sort(([a], [b]) => isDescending ? compare(b, a) : compare(a, b));
  return known.map(([, row]) => row).concat(unknown);
}

const matcher = (text) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (haystack) => words.every((word) => haystack.includes(word));
};

// ---- Tables in the HTML.

for (const table of document.querySelectorAll('table.static')) {
  const body = table.tBodies[0], rows = [...body.rows];
  [...table.tHead.rows[0].cells].forEach((th, column) => {
    const isNumber = th.classList.contains('n');
    if (isNumber) for (const row of rows) row.cells[column].classList.add('n');
    const value = ({ cells }) => {
      const text = cells[column].dataset.v ?? cells[column].textContent;
      return isNumber && text !== '' ? Number(text) : text;
    };
    sortable(th, isNumber, (isDescending) => body.append(...sorted([...body.rows], value, isDescending)));
  });
  if (rows.length > 12) {
    const input = element('input', { type: 'search', placeholder: 'Filter', ariaLabel: 'Filter' });
    const output = element('output');
    input.addEventListener('input', () => {
      const matches = matcher(input.value);
      let count = 0;
      for (const row of rows) count += !(row.hidden = !matches(row.textContent.toLowerCase()));
      output.textContent = `${count} of ${rows.length}`;
    });
    const form = element('form', { className: 'filters' }, input, output);
    form.addEventListener('submit', (event) => event.preventDefault());
    table.closest('.scroll').before(form);
  }
}

// ---- Tables built from data: scrolling adds rows.

class LongTable {
  constructor(section, columns, rows, noun) {
    const table = section.querySelector('table');
    Object.assign(this, { columns, all: rows, shown: rows, noun, isWanted: () => true });
    this.scroll = section.querySelector('.scroll');
    this.output = section.querySelector('output');
    const headings = columns.map(({ heading, isNumber, value }) => {
      const th = element('th', { className: isNumber ? 'n' : '', scope: 'col' }, heading);
      sortable(th, isNumber, (isDescending) => {
        this.all = sorted(this.all, value, isDescending);
        this.filter(this.isWanted);
      });
      return th;
    });
    this.body = element('tbody');
    table.append(element('thead', {}, element('tr', {}, ...headings)), this.body);
    this.scroll.addEventListener('scroll', () => this.fill(), { passive: true });
    section.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
    // Create no rows until the table is near the window.
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      this.isSeen = true;
      this.fill();
    }, { rootMargin: '600px' }).observe(section);
  }

  filter(isWanted) {
    this.isWanted = isWanted;
    this.shown = this.all.filter(isWanted);
    this.output.textContent = `${this.shown.length} of ${this.all.length} ${this.noun}`;
    this.body.replaceChildren();
    this.scroll.scrollTop = 0;
    this.fill();
  }

  fill() {
    const { scroll, body } = this;
    while (this.isSeen && body.rows.length < this.shown.length
      && scroll.scrollTop + scroll.clientHeight + 800 > scroll.scrollHeight) {
      const start = body.rows.length;
      body.append(...this.shown.slice(start, start + 60).map((row) => this.row(row)));
    }
  }

  row(row) {
    return element('tr', {}, ...this.columns.map(({ cell, isNumber }) => {
      const td = element('td', { className: isNumber ? 'n' : '' });
      cell(row, td);
      return td;
    }));
  }
}

// ---- Levels and configurations.

const levels = data.levels.map(([name, kind]) => ({ name, kind, cells: [] }));
for (const run of runs) if (run.stands) levels[run.row].cells[run.column] = run;
for (const level of levels) {
  const present = level.cells.filter(Boolean), count = present.filter((run) => run.answered).length;
  level.text = `${level.name} ${level.kind}`.toLowerCase();
  level.is = {
    all: true, differ: count > 0 && count < present.length, none: count === 0,
    every: count > 0 && count === present.length, wrong: present.some((run) => run.outcome === 'wrong'),
  };
}
const slowest = runs.reduce((most, run) => run.answered ? Math.max(most, run.cpu) : most, data.limit ?? 1);
// From 1 for a millisecond or less to 0 for the slowest run.
const quickness = (cpu) => 1 - Math.log(Math.max(cpu, 0.001) / 0.001) / Math.log(slowest / 0.001);
const matrixCell = (run, td) => {
  td.className = `cell ${run?.outcome ?? ''}`;
  if (!run) {
    td.append('not run');
    td.classList.add('absent');
    return;
  }
  const time = `${run.outcome === 'unsolvable' ? '∅ ' : ''}${seconds(run.cpu)}${run.optimal ? '' : '*'}`;
  if (run.answered) td.style.setProperty('--quick', quickness(run.cpu).toFixed(2));
  td.append(element('a', { href: run.href, title: about(run) }, run.answered ? time : run.outcome));
  if (run.replay) td.append(' ', replayLink(run));
};
const replayLink = (run, text = '▶') => element('a', {
  href: run.replay, className: 'replay', title: 'Watch the plan', ariaLabel: `Watch the plan of ${run.configuration} for ${run.level}`,
}, text);
const about = (run) => [
  run.configuration, run.level,
  `${run.outcome}${run.outcome === 'solved' && !run.optimal ? ', not proved optimal' : ''}${run.value === null ? '' : `, ${data.value} ${run.value}`}`,
  `${seconds(run.cpu)} s CPU, ${seconds(run.wall)} s wall, ${bytes(run.memory)}`,
  ...(run.remark ? [run.remark] : []),
].join('\n');

const matrix = document.getElementById('matrix');
const matrixTable = new LongTable(matrix, [
  { heading: 'Level', value: (level) => level.name, cell: (level, td) => td.append(level.name) },
  { heading: 'Class', value: (level) => level.kind, cell: (level, td) => td.append(level.kind) },
  ...data.ranking.map((column) => ({
    heading: data.configurations[column], isNumber: true,
    value: ({ cells }) => cells[column]?.answered ? cells[column].cpu : null,
    cell: ({ cells }, td) => matrixCell(cells[column], td),
  })),
], levels, 'levels');
const filterMatrix = () => {
  const matches = matcher(matrix.querySelector('input').value), which = matrix.querySelector('select').value;
  matrixTable.filter((level) => level.is[which] && matches(level.text));
};
matrix.querySelector('input').addEventListener('input', filterMatrix);
matrix.querySelector('select').addEventListener('change', filterMatrix);
filterMatrix();

// ---- Runs.

const hasRepetitions = runs.some((run) => run.repetition > 1);
for (const run of runs) run.text = `${run.level} ${run.kind} ${run.configuration} ${run.outcome} ${run.remark}`.toLowerCase();
const section = document.getElementById('runs');
const words = (key) => ({ value: (run) => run[key], cell: (run, td) => td.append(run[key]) });
const number = (key, shown) => ({ isNumber: true, value: (run) => run[key], cell: (run, td) => td.append(run[key] === null ? '–' : shown(run[key])) });
const runsTable = new LongTable(section, [
  { heading: 'Level', ...words('level') },
  { heading: 'Class', ...words('kind') },
  { heading: 'Configuration', ...words('configuration') },
  ...(hasRepetitions ? [{ heading: 'Repetition', ...number('repetition', String) }] : []),
  {
    heading: 'Outcome', value: (run) => run.outcome,
    cell: (run, td) => td.append(element('a', { href: run.href, className: `word ${run.outcome}` }, run.outcome)),
  },
  { heading: data.value[0].toUpperCase() + data.value.slice(1), ...number('value', String) },
  { heading: 'CPU s', ...number('cpu', seconds) },
  { heading: 'Wall s', ...number('wall', seconds) },
  { heading: 'Memory', ...number('memory', bytes) },
  {
    heading: 'Files', value: (run) => run.models.length + (run.log ? 1 : 0) + (run.replay ? 1 : 0),
    cell: (run, td) => {
      td.className = 'links';
      td.append(element('a', { href: run.href }, 'record'));
      if (run.log) td.append(element('a', { href: run.log }, 'log'));
      run.models.forEach((path, index) => td.append(element('a', { href: path, title: path }, index ? `model ${index + 1}` : 'model')));
      if (run.replay) td.append(replayLink(run, 'replay'));
    },
  },
  { heading: 'Remark', value: (run) => run.remark, cell: (run, td) => { td.className = 'remark'; td.append(run.remark); } },
], runs, 'runs');
const chips = section.querySelector('.chips');
for (const outcome of data.outcomes) {
  const count = runs.filter((run) => run.outcome === outcome).length;
  if (count) chips.append(element('label', {}, element('input', { type: 'checkbox', value: outcome }), `${outcome} ${count}`));
}
const filterRuns = () => {
  const matches = matcher(section.querySelector('input[type=search]').value);
  const chosen = new Set([...chips.querySelectorAll(':checked')].map((box) => box.value));
  runsTable.filter((run) => (chosen.size === 0 || chosen.has(run.outcome)) && matches(run.text));
};
section.querySelector('form').addEventListener('input', filterRuns);
filterRuns();

// ---- Plots: a hint for the nearest point, and a click opens its record.

const hint = document.getElementById('hint');
for (const figure of document.querySelectorAll('[data-chart]')) {
  const svg = figure.querySelector('svg'), points = data.charts[figure.dataset.chart];
  const ring = document.createElementNS(svg.namespaceURI, 'circle');
  ring.setAttribute('class', 'hot');
  ring.setAttribute('r', 6);
  let near = null;
  const leave = () => { hint.hidden = true; ring.remove(); near = null; svg.style.cursor = ''; };
  svg.addEventListener('pointerleave', leave);
  svg.addEventListener('pointermove', (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = 28 ** 2;
    let found = null;
    for (const point of points) {
      const distance = (point[0] - x) ** 2 + (point[1] - y) ** 2;
      if (distance < best) { best = distance; found = point; }
    }
    if (!found) return leave();
    near = found;
    ring.setAttribute('cx', near[0]);
    ring.setAttribute('cy', near[1]);
    svg.append(ring);
    const content = near[2];
    svg.style.cursor = typeof content === 'string' ? '' : 'pointer';
    hint.textContent = typeof content === 'string' ? content : content.map((run) => about(runs[run])).join('\n\n');
    hint.hidden = false;
    hint.style.left = `${Math.min(event.clientX + 14, innerWidth - hint.offsetWidth - 8)}px`;
    hint.style.top = `${Math.min(event.clientY + 14, innerHeight - hint.offsetHeight - 8)}px`;
  });
  svg.addEventListener('click', () => { if (near && typeof near[2] !== 'string') open(runs[near[2][0]].href); });
}
