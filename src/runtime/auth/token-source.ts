import type { TokenSource } from '../../core/backend/token-source.ts';

export const tokenSource: TokenSource = () => Promise.resolve({ outcome: 'signed-out' });
