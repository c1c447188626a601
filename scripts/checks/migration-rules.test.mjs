import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationProblems } from './migration-rules.mjs'

const folder = join(import.meta.dirname, '../../server/migrations')

test('P-87 no migration breaks the previous version', () => {
  for (const name of readdirSync(folder))
    expect(migrationProblems(name, readFileSync(join(folder, name), 'utf8'))).toEqual([])
})

test.each([
  ['drop table old_things', 'drops a table'],
  ['alter table things drop column name', 'drops a column'],
  ['alter table things rename column name to title', 'renames'],
  ['alter function shout(text) rename to cry;', 'renames'],
  ['alter table things alter column price type numeric(16, 2)', 'changes the type'],
  ['alter table things alter column name set not null', 'refuses rows'],
  ['alter table things add column\n  colour text not null', 'adds a column that needs a value'],
])('P-87 a migration with %s is rejected', (sql, why) => {
  expect(migrationProblems('0100-next.sql', sql).join()).toContain(why)
})

test.each([
  'create table things (id bigint not null)',
  "alter table things add column colour text not null default 'red'",
  'alter table things add column shout text not null generated always as (upper(name)) stored',
  '-- we rename nothing',
  'alter function shout(text) rename to cry; create function shout(name text) returns text language sql as $$ select cry(name) $$',
  'drop table old_things -- no longer used: 0.2 wrote to new_things only',
])('P-87 a migration with %s is accepted', (sql) => {
  expect(migrationProblems('0100-next.sql', sql)).toEqual([])
})

test('P-87 a migration that does not say which version runs on it is rejected', () => {
  const sql = 'create table things (id bigint not null)'
  for (const begin of ['', '-- runs with: the last one\n', '-- runs with: 0350\n', '-- why\n-- runs with: 0344\n'])
    expect(migrationProblems('0350-next.sql', begin + sql).join(), begin).toContain('must begin with the line')
  expect(migrationProblems('0350-next.sql', `-- runs with: 0344\n${sql}`)).toEqual([])
})
