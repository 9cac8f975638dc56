interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** One file of the build: the modules that `roots` need and that no earlier group has. */
export interface ChunkGroup {
  name: string;
  /** Matches entries and modules that are imported dynamically. Each keeps a file of its own. */
  roots: RegExp;
  /** Only modules that as many roots need; by default one. */
  sharedBy?: number;
  /** The roots are in the file too. */
  withRoots?: true;
  /** An entry whose modules, also those that it imports dynamically, are left out. */
  without?: string;
}

/**
 * The bundler's groups, the first one first. Without them the bundler makes a file of every set of
 * pages that share a module, and each file is a request and a task. `entries`: absolute paths.
 */
export function chunkGroups(entries: readonly string[], groups: readonly ChunkGroup[]) {
  let possibleRoots: ReadonlySet<string> | undefined;
  return groups.map(({ name, roots, sharedBy = 1, withRoots, without }, place) => {
    let members: ReadonlySet<string> | undefined;
    return {
      debugName: name,
      // The bundler would add modules that this group leaves out.
      ...(without !== undefined && { includeDependenciesRecursively: false }),
      priority: groups.length - place,
      name: (id: string, graph: ModuleGraph): string | null => {
        possibleRoots ??= rootsOf(entries, graph);
        if (!members) {
          const own = [...possibleRoots].filter((root) => roots.test(root));
          if (own.length === 0) throw new Error(`No module is a root of the group ${name}`);
          const needed = own.map((root) => reachedFrom([root], importsOf(graph)));
          const others = without === undefined ? null : reachedFrom([without], allImportsOf(graph));
          members = new Set(
            needed
              .flatMap((set) => [...set])
              .filter(
                (one) =>
                  (withRoots || !own.includes(one)) &&
                  !others?.has(one) &&
                  needed.filter((set) => set.has(one)).length >= sharedBy,
              ),
          );
        }
        // Style sheets stay with their page: the portal must not get the site's.
        return members.has(id) && !id.endsWith('.css') ? name : null;
      },
    };
  });
}

const importsOf = (graph: ModuleGraph) => (id: string) =>
  graph.getModuleInfo(id)?.importedIds ?? [];

const dynamicImportsOf = (graph: ModuleGraph) => (id: string) =>
  graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];

const allImportsOf = (graph: ModuleGraph) => (id: string) => [
  ...importsOf(graph)(id),
  ...dynamicImportsOf(graph)(id),
];

/** The entries, and every module that is imported dynamically. */
const rootsOf = (entries: readonly string[], graph: ModuleGraph): ReadonlySet<string> =>
  new Set([
    ...entries,
    ...[...reachedFrom(entries, allImportsOf(graph))].flatMap(dynamicImportsOf(graph)),
  ]);

function reachedFrom(
  starts: readonly string[],
  next: (id: string) => readonly string[],
): Set<string> {
  const reached = new Set(starts);
  for (const id of reached) for (const one of next(id)) reached.add(one);
  return reached;
}
