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
  /** Only modules that these roots need too. */
  with?: RegExp;
  /** Modules that these roots need are left out: they must not wait for this file. */
  without?: RegExp;
  /** Small modules that would be files of their own, because roots of two groups need them. */
  also?: RegExp;
}

/**
 * The bundler's groups, the first one first. Without them the bundler makes a file of every set of
 * pages that share a module, and each file is a request and a task. `entries`: absolute paths.
 */
export function chunkGroups(entries: readonly string[], groups: readonly ChunkGroup[]) {
  let possibleRoots: ReadonlySet<string> | undefined;
  return groups.map((group, place) => {
    const { name, roots, sharedBy = 1, withRoots, with: partners, without, also } = group;
    let members: ReadonlySet<string> | undefined;

    function findMembers(graph: ModuleGraph): ReadonlySet<string> {
      possibleRoots ??= rootsOf(entries, graph);
      const neededBy = (pattern: RegExp) =>
        [...(possibleRoots ?? [])]
          .filter((root) => pattern.test(root))
          .map((root) => ({ root, needed: reachedFrom([root], importsOf(graph)) }));
      const own = neededBy(roots);
      if (own.length === 0) throw new Error(`No module is a root of the group ${name}`);
      const others = without ? neededBy(without) : [];
      const shared = partners ? neededBy(partners) : null;
      const isMember = (id: string) =>
        (withRoots || !own.some(({ root }) => root === id)) &&
        own.filter(({ needed }) => needed.has(id)).length >= sharedBy &&
        (shared === null || shared.some(({ needed }) => needed.has(id))) &&
        !others.some(({ needed }) => needed.has(id));
      return new Set(own.flatMap(({ needed }) => [...needed]).filter(isMember));
    }

    return {
      debugName: name,
      priority: groups.length - place,
      // The bundler would add modules that a group leaves out.
      includeDependenciesRecursively: false,
      name: (id: string, graph: ModuleGraph): string | null => {
        members ??= findMembers(graph);
        // Style sheets stay with their page: the portal must not get the site's.
        const isMember = members.has(id) || also?.test(id) === true;
        return isMember && !id.endsWith('.css') ? name : null;
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
