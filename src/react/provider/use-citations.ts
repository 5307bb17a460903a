'use client';

import { useCallback, useSyncExternalStore } from 'react';
import type { Answer } from '../../client/answer.js';
import { useMoca } from './context.js';

const nothing = () => {};

/**
 * The snapshot of one assistant message: its text so far, its state and its citations. Undefined while the
 * store has not heard of the message, or without a store. Renders again only when that message changes.
 */
export function useCitations(messageId: string | undefined): Answer | undefined {
  const { store } = useMoca();
  const watch = useCallback(
    (changed: () => void) => store?.subscribe(changed, messageId) ?? nothing,
    [store, messageId],
  );
  const read = useCallback(
    () => (messageId === undefined ? undefined : store?.get(messageId)),
    [store, messageId],
  );
  return useSyncExternalStore(watch, read, read);
}
