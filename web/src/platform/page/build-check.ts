import { buildIdIn, runningBuildId } from './page-values.ts'

/** Milliseconds between two looks for a newer build (SHELL-48). */
export const buildCheckEvery = 600_000

/**
 * Asks GET /portal, past every cache, at start and every 10 minutes, and calls `prompt` once for each build id that is
 * not the one this page runs (SHELL-47 to SHELL-49, A-020). A failure is ignored: the next look is soon enough.
 * Answers how to stop.
 */
export function watchBuild(prompt: () => void): () => void {
  const seen = new Set([runningBuildId()])
  const look = async () => {
    const id = await latestBuildId()
    if (id === null || seen.has(id)) return
    seen.add(id)
    prompt()
  }
  void look()
  const timer = setInterval(() => void look(), buildCheckEvery)
  return () => clearInterval(timer)
}

async function latestBuildId(): Promise<string | null> {
  try {
    const answer = await fetch('/portal', { cache: 'no-store', headers: { Accept: 'text/html' } })
    return answer.ok ? buildIdIn(await answer.text()) : null
  } catch {
    return null
  }
}
