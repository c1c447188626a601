import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { runMain } from './say.mjs'
import { pinnedNode, root, setUp } from './set-up.mjs'

/** A signal within this many milliseconds of the last one is npm's copy of it. */
const duplicateMs = 1_000

/** `npm start`: completes the set-up, then runs the server on the pinned Node until a signal stops it. */
await runMain(async () => {
  const env = await setUp()
  await buildWeb(env)
  return await serve(env)
})

/**
 * The server has its own process group, so that Ctrl-C, which npm forwards a second time, reaches it once, through this
 * process. When this process is killed, its IPC channel closes and the server stops.
 */
function serve(env) {
  return new Promise((resolve, reject) => {
    const server = spawn(pinnedNode, [join(root, 'server/src/main.ts')], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, forward(server, name))
    server.on('error', reject)
    server.on('exit', (code, signal) => resolve(signal ? 1 : code))
  })
}

function forward(server, name) {
  let last = -duplicateMs
  return () => {
    const now = performance.now()
    if (now - last >= duplicateMs) server.kill(name === 'SIGHUP' ? 'SIGTERM' : name)
    last = now
  }
}
