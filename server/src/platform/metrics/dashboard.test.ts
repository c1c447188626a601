import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { serverMetrics } from './server-metrics.ts'

let agency: TestApp
let app: Awaited<ReturnType<typeof buildApp>>
const token = 'a-metrics-token-for-tests-0123456789-abcdef'
let text: string

beforeAll(async () => {
  agency = await startTestApp()
  app = await buildApp(agency.services, { metrics: { of: serverMetrics(), token } })
  await app.inject('/health/live')
  text = (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body
})
afterAll(async () => {
  await app.close()
  await agency.close()
})

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })).min(10),
})

/** Names of series with the labels that they can have. */
function seriesNames(): Set<string> {
  const names = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) => {
    if (type === 'counter') return [`${name}_total`]
    return type === 'histogram' ? ['_bucket', '_count', '_sum'].map((ending) => name + ending) : [name]
  })
  return new Set(names)
}

test('the Grafana dashboard shows each metric of the product and of the alerts in the guide', async () => {
  const read = (path: string) => readFile(join(projectRoot, path), 'utf8')
  const { panels } = Dashboard.parse(JSON.parse(await read('deploy/grafana/coverdesk.json')))
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  const own = [...seriesNames()].filter((name) => name.startsWith('coverdesk_'))
  const rows = (await read('docs/operations.md')).match(/^\| `coverdesk_.*$/gm)?.join('\n') ?? ''
  const named = [...rows.matchAll(/`(coverdesk_\w+)`/g)].map(([, name = '']) => name)
  const isShown = (name: string) => new RegExp(`\\b${name}\\b`).test(shown)
  expect(own.length).toBeGreaterThan(10)
  expect([...new Set([...own, ...named])].filter((name) => !isShown(name))).toEqual([])
})

test('each query of the Grafana dashboard names a metric that the server reports', async () => {
  const dashboard = Dashboard.parse(
    JSON.parse(await readFile(join(projectRoot, 'deploy/grafana/coverdesk.json'), 'utf8')),
  )
  const names = seriesNames()
  for (const { title, targets } of dashboard.panels)
    for (const { expr } of targets) {
      const [name] = /\b(?:coverdesk|http|nodejs|process)_\w+/.exec(expr) ?? []
      expect(name, `${title}: ${expr}`).toBeDefined()
      expect([...names], `${title}: ${expr}`).toContain(name)
    }
})

test('each alert for Prometheus names a metric that the server reports and the guide explains, and promtool accepts them', async (context) => {
  const path = join(projectRoot, 'deploy/prometheus/alerts.yaml')
  const rules = await readFile(path, 'utf8')
  const guide = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8')
  const named = [...rules.matchAll(/^ +expr: (coverdesk_\w+)/gm)].map(([, name = '']) => name)
  expect(named).toContain('coverdesk_standby_up')
  for (const name of named) {
    expect([...seriesNames()]).toContain(name)
    expect(guide).toContain(`| \`${name}\``)
  }
  const { error, status, stderr } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' })
  if (error && process.env.CHECK_DEPLOY === undefined)
    return context.skip('promtool is not installed (Debian: apt-get install prometheus)')
  expect([status, stderr]).toEqual([0, ''])
})

test('promtool finds nothing to complain about in the metrics', (context) => {
  // As Prometheus reads them: its tool knows the older text format, where a counter is named with its ending.
  const plain = text.replace(/^(# (?:TYPE|HELP) )(\S+)(?= counter$)/gm, '$1$2_total').replace(/^# EOF\n?/m, '')
  const counters = [...text.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name = '']) => name)
  const helped = counters.reduce((all, name) => all.replace(`# HELP ${name} `, `# HELP ${name}_total `), plain)
  const { error, status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: helped, encoding: 'utf8' })
  if (error && process.env.CHECK_DEPLOY === undefined)
    return context.skip('promtool is not installed (Debian: apt-get install prometheus)')
  expect([status, stderr]).toEqual([0, ''])
})
