/** Functions to call after a change. The same function added twice is two subscriptions. */
export class Listeners {
  private readonly set = new Set<() => void>();

  get size(): number {
    return this.set.size;
  }

  /** Returns the function that removes it again. */
  add(listener: () => void): () => void {
    const entry = () => listener();
    this.set.add(entry);
    return () => {
      this.set.delete(entry);
    };
  }

  /** Calls those that are there now, but for one that another removes meanwhile. */
  notify(): void {
    for (const entry of [...this.set]) if (this.set.has(entry)) call(entry);
  }
}

/** A listener that throws must not keep the others, a timer or the agent's stream from going on. */
function call(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
