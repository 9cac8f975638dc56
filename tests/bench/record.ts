import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Table } from './report.ts';

const FILE = path.join(import.meta.dirname, '../../docs/measurements.md');

const INTRODUCTION = `# Measurements

\`npm run bench -- --record <names>\` writes this table; do not edit it by hand. A run replaces the rows of the benchmarks that it
ran. The load is the machine's average number of running processes over the run's last five minutes: a load above the number of
cores means that other work slowed the run down.
`;

const HEADER = ['benchmark', 'figure', 'measured', 'target or reference', 'date', 'machine'];

/** The cells of the recorded rows in the document. */
function readRows(document: string): string[][] {
  return document
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(2);
}

const cell = (text: string) => text.trim().replaceAll('|', '/');

/** The machine of this run: cores, processor, memory, Node, and its load. */
function describeMachine(): string {
  const cores = os.cpus();
  const load = os.loadavg()[1]?.toFixed(1);
  return `${cores.length} × ${cores[0]?.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load ${load}`;
}

/** Writes the tables into `docs/measurements.md`, in place of earlier rows with the same title. */
export async function recordTables(tables: readonly Table[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const machine = describeMachine();
  const titles = new Set(tables.map(({ title }) => cell(title)));
  const kept = readRows(readFileSync(FILE, 'utf8')).filter(([title = '']) => !titles.has(title));
  const measured = tables.flatMap(({ title, rows }) =>
    rows.map(([name, value, reference = '']) =>
      [title, name, value, reference, date, machine].map(cell),
    ),
  );
  const lines = [HEADER, HEADER.map(() => '---'), ...kept, ...measured].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  const config = await resolveConfig(FILE);
  writeFileSync(
    FILE,
    await format(`${INTRODUCTION}\n${lines.join('\n')}\n`, { ...config, parser: 'markdown' }),
  );
}
