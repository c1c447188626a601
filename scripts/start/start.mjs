import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { runMain } from './say.mjs'
import { pinnedNode, root, setUp } from './set-up.mjs'

/** A signal within this many milliseconds of the last one is npm's copy of it. */
const echo = 1_000

/** `npm start`: whatever set-up is missing, then the server on the pinned Node until it is told to stop. */
await runMain(async () => {
  const env = await setUp()
  await buildWeb(env)
  return await serve(env)
})

/**
 * The server has a process group of its own, so that Ctrl-C in the terminal, which npm passes on a second time, reaches
 * it once, through us. The channel to us closes when we are killed, which tells the server to stop as well.
 */
function serve(env) {
  return new Promise((resolve, reject) => {
    const server = spawn(pinnedNode, [join(root, 'server/src/main.ts')], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, passOn(server, name))
    server.on('error', reject)
    server.on('exit', (code, signal) => resolve(signal ? 1 : code))
  })
}

function passOn(server, name) {
  let last = -echo
  return () => {
    const now = performance.now()
    if (now - last >= echo) server.kill(name === 'SIGHUP' ? 'SIGTERM' : name)
    last = now
  }
}
