import type { Attention } from '../../core/store/rows.ts';

/** Why something new was not accepted, and what to do. */
export function refusalText({ reason, message }: Attention): string {
  switch (reason) {
    case 'forbidden':
      return 'You are not allowed to add this any more. Ask another administrator, or discard it.';
    case 'file-lost':
      return message;
    case 'file-refused':
      return `The picture was refused: ${message}`;
    default:
      return `The server refused it: ${message}`;
  }
}
