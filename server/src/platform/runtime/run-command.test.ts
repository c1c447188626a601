import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test('a command that ends with an unexpected error answers with its message, not with the end of the stack', async () => {
  const { code, lastLine } = await runCommand('no-such-command.ts', process.env, new AbortController().signal)
  expect(code).toBe(1)
  expect(lastLine).toMatch(/^Error: Cannot find module .*no-such-command\.ts/)
})
