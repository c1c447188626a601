import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

const maxOutput = 4_000

/**
 * Runs a file of `server/src/commands` in a process of its own, so that no request waits for it. Resolves to its exit code
 * (null when a signal ended it) and the last line it printed; for an unexpected error that is its message. `signal` ends
 * the process.
 */
export async function runCommand(
  file: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ code: number | null; lastLine: string }> {
  const child = spawn(process.execPath, [join(projectRoot, 'server/src/commands', file)], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      output = (output + more).slice(-maxOutput)
    })
  try {
    const [code]: (number | null)[] = await once(child, 'close')
    return { code: code ?? null, lastLine: lastLineOf(output, code !== 0) }
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

/** First line of an error as Node prints it, before its stack and its properties. */
const errorLine = /^\w*error\b.*: /i

function lastLineOf(output: string, hasFailed: boolean): string {
  const lines = output.trim().split('\n')
  const error = hasFailed ? lines.findLast((line) => errorLine.test(line)) : undefined
  return error ?? lines.at(-1) ?? ''
}
