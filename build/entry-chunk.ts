interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * A chunk name for the bundler: modules of `src` that the site's entry imports statically share one
 * file, because every page needs all of them. The entry and its style sheet are left out: the
 * portal imports the chunk too, and must neither start the site nor get its styles.
 */
export function entryChunk(name: string, entry: string) {
  let reached: Set<string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    reached ??= reachedFrom(entry, graph);
    return reached.has(id) ? name : null;
  };
}

function reachedFrom(entry: string, graph: ModuleGraph): Set<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (reached.has(imported) || !/\/src\/.*\.tsx?$/.test(imported)) continue;
      reached.add(imported);
      visit(imported);
    }
  };
  visit(entry);
  return reached;
}
