import { buildIdIn, runningBuildId } from './page-values.ts'

/** Milliseconds between two checks for a newer build (SHELL-48). */
export const buildCheckEvery = 600_000

/**
 * Requests GET /portal without cache at start and every 10 minutes, and calls `prompt` once per build id that differs
 * from this page's (SHELL-47 to SHELL-49, A-020). Failures are ignored: the next check is soon enough. Returns a
 * function that stops it.
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
