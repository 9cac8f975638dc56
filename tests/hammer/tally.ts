/** Counts the events of a run, by name. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(name: string, times = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  toString(): string {
    const sorted = [...this.counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
  }
}
