/** Replacement in the source of a file of `server/src`. */
export interface Replacement {
  file: string
  from: string
  to: string
}

/** Optimization of lists that a server of the benchmark can run without. */
export interface Mechanism {
  name: string
  /** Names of the requests of `list-requests.ts` that it is for. */
  kinds: readonly string[]
  without: readonly Replacement[]
}

const planner = 'platform/lists/planner'

/** The mechanisms of the planner and of a request. A mechanism that the product no longer has is not in this list either. */
export const mechanisms: readonly Mechanism[] = [
  {
    name: 'bounded filter and count',
    kinds: ['part of a name'],
    without: [
      {
        file: `${planner}/find-page.ts`,
        from: 'if (where.customPlan && !hasCachedCount(db, list, where))',
        to: 'if (false)',
      },
    ],
  },
  {
    name: 'batching',
    kinds: ['prefix of a number'],
    without: [
      {
        file: 'platform/runtime/batched.ts',
        from: '  return async (key) => {\n',
        to: '  return async (key) => {\n    return (await loadAll([key])).get(key)\n',
      },
    ],
  },
  {
    name: 'ordered scan',
    kinds: ['state and carrier', 'state, sorted by number'],
    without: [{ file: `${planner}/choose-plan.ts`, from: 'if (missed || expected > hits * 1.3)', to: 'if (true)' }],
  },
  {
    name: 'cached totals',
    kinds: ['as it opens', 'status'],
    without: [{ file: `${planner}/cached-count.ts`, from: 'if (counted.version === null) return', to: 'return' }],
  },
]
