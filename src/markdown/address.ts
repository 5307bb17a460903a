import { LIMITS } from './limits.js';

// Space, control, zero-width and bidirectional characters: none has a place in an address, and each can hide one.
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * The address when a link may go there: absolute `http:` or `https:`, without user information (Reader contract §12).
 * Everything else is undefined and is shown as text.
 */
export function safeAddress(address: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed.length > LIMITS.address || !/^https?:\/\/[^/\\]/i.test(trimmed)) return undefined;
  const candidate = trimmed.replaceAll(' ', '%20');
  if (INVISIBLE.test(candidate)) return undefined;
  const authority = /^https?:\/\/([^/\\?#]*)/i.exec(candidate)?.[1] ?? '';
  if (authority.includes('@')) return undefined;
  let url: URL;
  try {
    url = new URL(candidate);
  } catch {
    return undefined;
  }
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return web && url.username === '' && url.password === '' && url.hostname !== '' ? candidate : undefined;
}
