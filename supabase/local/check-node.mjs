/**
 * Ends the process on a Node that is too old, before any other module is loaded. Both commands
 * import it first; it has to run on every Node with modules.
 */
const version = process.versions.node;
const [major = 0, minor = 0] = version.split('.').map(Number);

/** The oldest that works, by its major version; later majors work. */
const OLDEST = new Map([
  [20, 19],
  [22, 13],
]);

if (major < 20 || major === 21 || minor < (OLDEST.get(major) ?? 0)) {
  console.error(
    `Node ${version} does not work here. Install Node 24 from https://nodejs.org; 22.13 and newer work too.`,
  );
  process.exit(1);
}
if (major === 20)
  console.warn(`Node ${version} has ended, and its support here may end. Install Node 24.`);
