import { spawn } from 'node:child_process'

/** A sentence for the person at the terminal; scripts print it without a stack and end with 1. */
export class Refusal extends Error {}

/** One line of progress. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Runs the script's main function; a Refusal is printed as its sentence, anything else with its stack. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.stderr.write(`\n${error instanceof Refusal ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}

/** Runs a command to its end with our terminal; answers its exit code (128 and more after a signal). */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(signal ? 130 : code))
  })
}

/** Runs a command to its end and keeps what it says; answers `{ code, output }`. */
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
