import { readEnvironment } from '../_shared/environment.ts';
import { createProjectApi } from '../_shared/project-api.ts';
import { createHandler } from './handler.ts';
import { createSignatureCheck } from './signature.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const env = readEnvironment((name) => Deno.env.get(name), ['RESEND_WEBHOOK_SECRET']);

Deno.serve(
  createHandler(
    createProjectApi({ ...env, fetch }),
    createSignatureCheck(env.RESEND_WEBHOOK_SECRET),
  ),
);
