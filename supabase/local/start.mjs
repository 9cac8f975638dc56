/**
 * `npm start`: begins on a fresh clone, so it needs nothing but Node until the dependencies are
 * there.
 */
import { ensureDependencies } from './ensure-dependencies.mjs';

const OLDEST = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Node ${OLDEST.join('.')} or newer is needed; this is Node ${process.versions.node}. Install it from https://nodejs.org.`,
  );
  process.exit(1);
}
try {
  await ensureDependencies();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { register } = await import('tsx/esm/api');
register();
await import('./serve.ts');
