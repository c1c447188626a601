import { spawn } from 'node:child_process'

/** An error for the user at the terminal; scripts print its message without a stack and exit with 1. */
export class Refusal extends Error {}

/** One line of progress. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Runs a script's main function; prints a Refusal as its message, any other error with its stack. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(`\n${error instanceof Refusal ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}

/** Runs a command in the user's terminal and returns its exit code (130 after a signal). */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(signal ? 130 : code))
  })
}

/** Runs a command and returns `{ code, output }`. */
export async function runQuietly(command, args, options = {}) {
  let output = ''
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      resolve(1)
    })
    child.on('close', (status, signal) => resolve(signal ? 130 : status))
  })
  return { code, output }
}
