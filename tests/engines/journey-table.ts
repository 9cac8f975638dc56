import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

/** Prints each journey's result on each engine at the end. */
export default class JourneyTable implements Reporter {
  #root: Suite | null = null;

  onBegin(_config: FullConfig, root: Suite): void {
    this.#root = root;
  }

  onEnd(): void {
    const engines = this.#root?.suites ?? [];
    const tests = engines.map((engine) => engine.allTests());
    const journeys = [...new Set(tests.flat().map(({ title }) => title))];
    const width = Math.max(...journeys.map(({ length }) => length));
    const row = (journey: string, cells: string[]) =>
      [journey.padEnd(width), ...cells.map((cell) => cell.padEnd(14))].join('  ');

    const lines = [
      row(
        '',
        engines.map(({ title }) => title),
      ),
    ];
    for (const journey of journeys) {
      const cells = tests.map((ofEngine) => {
        const test = ofEngine.find(({ title }) => title === journey);
        const [result] = test?.results ?? [];
        if (!test || !result) return 'not run';
        return test.ok() ? `ok, ${(result.duration / 1000).toFixed(1)} s` : result.status;
      });
      lines.push(row(journey, cells));
    }
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
