/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const ms = (value: number) => `${value.toFixed(1)} ms`;
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
export const ratio = (value: number, reference: number) => `${(value / reference).toFixed(2)}×`;

/** One figure: its name, its value, and the target or reference to compare it with. */
export type Row = [name: string, measured: string, reference?: string];

/** A benchmark's figures under one title. */
export interface Table {
  title: string;
  rows: readonly Row[];
}

let printed: Table[] = [];

/** The tables printed since the last call, in order. */
export function takePrinted(): Table[] {
  const taken = printed;
  printed = [];
  return taken;
}

/** Prints a titled table; `takePrinted` returns it too. */
export function printTable(title: string, rows: readonly Row[]): void {
  printed.push({ title, rows });
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${title}`);
  for (const [name, measured, reference] of rows) {
    console.log(
      `  ${name.padEnd(width)}  ${measured.padStart(12)}${reference ? `   (${reference})` : ''}`,
    );
  }
}
