import { unmuteWarnings } from './shims/log.ts';
import { setExperimental } from '@supabase/lite';
import { WebSocket } from 'ws';

unmuteWarnings();
// Node has a global WebSocket from version 22; supabase-js, which @supabase/lite uses, needs one.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;
process.env['DO_NOT_TRACK'] = '1';
setExperimental('storage', true);
