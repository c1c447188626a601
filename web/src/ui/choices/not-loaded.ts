import type { Choice } from './choice.ts'

/** Options of a fixed list until they are loaded: it says 'Searching…' instead of 'No matches', and typed text waits. */
export const notLoaded: readonly Choice[] = []
