import { expect, test } from 'vitest'
import { type Command, findCommands } from './commands.ts'

const command = (label: string, ...synonyms: string[]): Command => ({
  id: label,
  label,
  group: 'Go to',
  synonyms,
  run: () => undefined,
})
const all = [
  command('Possible duplicates', 'merge contacts'),
  command('Approvals', 'emergency access'),
  command('Logout', 'sign out'),
  command('Dashboard'),
]
const found = (text: string) => findCommands(all, text).map(({ label }) => label)

test('a command is found by any part of its label, and by the start of a word of its synonyms', () => {
  expect(found('merge')).toEqual(['Possible duplicates'])
  expect(found('sign out')).toEqual(['Logout'])
  expect(found('out sign')).toEqual(['Logout'])
  expect(found('board')).toEqual(['Dashboard'])
  expect(found('duplicates merge')).toEqual(['Possible duplicates'])
  expect(found('ign')).toEqual([])
})

test('the screen of that name comes before screens with the word among their synonyms', () => {
  const screens = [command('Commission: Schedules', 'what carriers pay'), command('Administration: Carriers')]
  expect(findCommands(screens, 'carriers').map(({ label }) => label)).toEqual([
    'Administration: Carriers',
    'Commission: Schedules',
  ])
})
