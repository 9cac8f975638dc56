import { CHECKS } from '../../supabase/commands/deploy-check/check-all.ts';
import { runCheck, type Check } from '../../supabase/commands/deploy-check/check.ts';
import {
  readProject,
  type Project,
  type Target,
} from '../../supabase/commands/deploy-check/project.ts';

export function checkOf(name: string): Check {
  const found = CHECKS.find((check) => check.name === name);
  if (!found) throw new Error(`deploy:check has no line ${name}`);
  return found;
}

/** A target without a secret key, by default with a project that does not answer. */
export const aTarget = (target: Partial<Target>): Target => ({
  ...{ url: 'http://127.0.0.1:9', site: null, publishableKey: 'sb_publishable_x' },
  ...{ secretKey: null, resend: null },
  ...target,
});

/** A line of `deploy:check`, with other parts in the place of the project's own. */
export const lineOf = async (name: string, target: Target, parts: Partial<Project> = {}) =>
  runCheck(checkOf(name), { ...(await readProject(target, parts.dist)), ...parts });
