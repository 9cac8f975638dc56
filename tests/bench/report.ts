/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const ms = (value: number) => `${value.toFixed(1)} ms`;
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
export const ratio = (value: number, reference: number) => `${(value / reference).toFixed(2)}×`;

/** Prints a titled table: what, measured, reference. */
export function printTable(
  title: string,
  rows: readonly [what: string, measured: string, reference?: string][],
): void {
  const width = Math.max(...rows.map(([what]) => what.length));
  console.log(`\n${title}`);
  for (const [what, measured, reference] of rows) {
    console.log(
      `  ${what.padEnd(width)}  ${measured.padStart(12)}${reference ? `   (${reference})` : ''}`,
    );
  }
}
