import type { ReadStream } from 'node:tty'

/**
 * Prompts for a secret without echo. If standard input is not a terminal, reads its first line, so that a script can pipe it
 * in. Returns null on Ctrl-C.
 */
export async function askPassword(question: string): Promise<string | null> {
  const input = process.stdin
  if (!input.isTTY) return await firstLine(input)
  process.stdout.write(question)
  input.setRawMode(true)
  try {
    return await typedLine(input)
  } finally {
    input.setRawMode(false)
    input.pause()
    process.stdout.write('\n')
  }
}

async function firstLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const piece of input) text += piece.toString()
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** Reads keys until Enter; Backspace deletes the last character. */
async function typedLine(input: ReadStream): Promise<string | null> {
  let typed: string[] = []
  input.setEncoding('utf8')
  for await (const keys of input.iterator({ destroyOnReturn: false })) {
    for (const key of String(keys)) {
      if (key === '\r' || key === '\n') return typed.join('')
      if (key === '\u0003' || key === '\u0004') return null
      if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1)
      else typed.push(key)
    }
  }
  return typed.join('')
}
